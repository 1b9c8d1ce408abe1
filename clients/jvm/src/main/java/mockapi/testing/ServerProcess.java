package mockapi.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** A server that this kit started. It ends when its standard input does, and so also when this process is killed. */
final class ServerProcess {
    private static final String READY = "Listening on ";
    private static final int STARTING_SECONDS = 30;
    /** Those of this kit, of which the server would say that it does not know them. */
    private static final Set<String> OWN_VARIABLES =
        Set.of("MOCK_API_BINARY", "MOCK_API_REPORTS", "MOCK_API_WORKER");
    /** Variables that would open the developer's data or configuration. */
    private static final Set<String> OWNERS_VARIABLES = Set.of("MOCK_API_DATA_DIR", "MOCK_API_CONFIG");
    /** The signals that end programs, by their numbers; those beyond 15 differ between systems. */
    private static final Map<Integer, String> SIGNALS = Map.of(1, "SIGHUP", 2, "SIGINT", 4, "SIGILL", 5, "SIGTRAP",
        6, "SIGABRT", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 13, "SIGPIPE", 15, "SIGTERM");
    private static final Pattern WARNING = Pattern.compile("[0-9:.]+ (warning|error|critical) .*");

    final Process process;
    private final Thread errors;
    private final CompletableFuture<String> url = new CompletableFuture<>();
    private final Deque<String> lastLines = new ArrayDeque<>();

    private ServerProcess(Process process) {
        this.process = process;
        read(process.getInputStream(), line -> {
            if (line.startsWith(READY)) {
                url.complete(line.substring(READY.length()).trim());
            }
        }, () -> url.completeExceptionally(new IOException("it ended")));
        errors = read(process.getErrorStream(), this::log, () -> { });
    }

    static ServerProcess start(List<String> options, String config) {
        String program = program();
        Path empty = null;
        List<String> command = new ArrayList<>(List.of(program, "serve", "--port", "0", "--attached"));
        with(command, options, "--rate-limit", "documented");
        with(command, options, "--log-level", "warning");
        try {
            // Without a file, the server takes the mock-api.yaml of the working directory.
            empty = config == null ? Files.createTempFile("mock-api", ".yaml") : null;
            with(command, options, "--config", config == null ? empty.toString() : config);
            command.addAll(options);
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().keySet().removeAll(OWN_VARIABLES);
            builder.environment().keySet().removeAll(OWNERS_VARIABLES);
            ServerProcess started = new ServerProcess(builder.start());
            started.awaitReady(program);
            return started;
        } catch (IOException noProgram) {
            throw new ServerNotFoundException(program + " cannot be started: " + noProgram.getMessage(), noProgram);
        } finally {
            delete(empty);
        }
    }

    String url() { return url.join(); }

    String lastWords() {
        synchronized (lastLines) {
            return lastLines.isEmpty() ? "" : "\n  it last said:\n    " + String.join("\n    ", lastLines);
        }
    }

    boolean hasEnded() { return !process.isAlive(); }

    /** How the server ended, for which it waits a moment: a connection breaks before that is known. Null if it runs. */
    String ending() {
        try {
            if (!process.waitFor(1, TimeUnit.SECONDS)) { return null; }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
        readErrors();
        int status = process.exitValue();
        String cause = status > 128 ? SIGNALS.getOrDefault(status - 128, "signal " + (status - 128))
            : "status " + status;
        return "mock-api (process " + process.pid() + ") ended by " + cause
            + "; the next test gets another server" + lastWords();
    }

    private static void delete(Path file) {
        if (file != null) {
            file.toFile().delete();
        }
    }

    void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException alreadyClosed) {
            process.destroy();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady(String program) {
        try {
            url.get(STARTING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            close();
            Thread.currentThread().interrupt();
            throw new CallCancelledException("the start of " + program + " was cancelled: the thread was interrupted",
                interrupted);
        } catch (ExecutionException | TimeoutException notReady) {
            readErrors();
            process.destroyForcibly();
            String version = version(program);
            if (version != null) {
                Versions.requireAtLeast(version, program);
            }
            throw new ServerNotFoundException(program + " did not start: there was no line \"" + READY + "…\""
                + lastWords(), notReady);
        }
    }

    /** Waits until all that an ended program said is read. */
    private void readErrors() {
        try {
            errors.join(2000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What `mock-api --version` says; null where it says nothing. */
    private static String version(String program) {
        try {
            Process asked = new ProcessBuilder(program, "--version").redirectErrorStream(true).start();
            try (BufferedReader lines = lines(asked.getInputStream())) {
                String line = lines.readLine();
                return line != null && line.matches("[0-9]+\\.[0-9]+.*") ? line : null;
            }
        } catch (IOException cannotSay) { return null; }
    }

    /** Where the program is: as the variable says, from the jar on the class path, or on the PATH. */
    private static String program() {
        String named = System.getenv("MOCK_API_BINARY");
        if (named != null && !named.isEmpty()) {
            if (!new File(named).canExecute()) {
                throw new ServerNotFoundException("MOCK_API_BINARY is " + named + ", and that is no program", null);
            }
            return named;
        }
        String packaged = PackagedProgram.find();
        if (packaged != null) {
            return packaged;
        }
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
            File program = new File(folder, "mock-api");
            if (program.isFile() && program.canExecute()) { return program.getPath(); }
        }
        throw new ServerNotFoundException("there is no server and no program to start one: mock-api is not on PATH."
            + " Add the jar mock-api-program to the class path, or install mock-api (its README, Install), or set"
            + " MOCK_API_BINARY to the program, or MOCK_API_URL to a server that runs", null);
    }

    private static void with(List<String> command, List<String> options, String option, String value) {
        if (options.stream().noneMatch(given -> given.equals(option) || given.startsWith(option + "="))) {
            command.add(option);
            command.add(value);
        }
    }

    private void log(String line) {
        if (WARNING.matcher(line).matches()) {
            System.err.println("mock-api: " + line);
        }
        synchronized (lastLines) {
            lastLines.addLast(line);
            if (lastLines.size() > 20) {
                lastLines.removeFirst();
            }
        }
    }

    private static Thread read(InputStream stream, Consumer<String> line, Runnable atEnd) {
        Thread reader = new Thread(() -> {
            try (BufferedReader lines = lines(stream)) {
                lines.lines().forEach(line);
            } catch (IOException | java.io.UncheckedIOException closed) {
                // The server ended.
            } finally {
                atEnd.run();
            }
        }, "mock-api output");
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    private static BufferedReader lines(InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }
}
