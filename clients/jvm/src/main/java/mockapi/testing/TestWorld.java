package mockapi.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/**
 * A world for the length of a test, for those who write an extension of a test framework: it adds the world's report
 * to the test's failure and, where {@code MOCK_API_REPORTS} (or the property {@code mockapi.reports}) names a folder,
 * the whole journal as a HAR file.
 */
public final class TestWorld {
    private final World world;

    private TestWorld(World world) { this.world = world; }

    /**
     * Makes a world.
     * @param server the server
     * @param options how it is to be
     * @param name the test's full name
     */
    public static @NotNull TestWorld make(
        @NotNull MockServer server, @NotNull WorldOptions options, @NotNull String name) {
        return new TestWorld(server.getWorlds().make(options, name));
    }

    /**
     * Makes a world of the process's server for the options. A server that ended since the last test is replaced.
     * @param options how it is to be, and what its server serves
     * @param name the test's full name
     */
    public static @NotNull TestWorld make(@NotNull WorldOptions options, @NotNull String name) {
        try {
            return make(MockServer.shared(options.serverOptions()), options, name);
        } catch (ServerEndedException ended) { return make(MockServer.shared(options.serverOptions()), options, name); }
    }

    /**
     * Takes a world that is there, from its beginning.
     * @param world a worker's world
     * @param options the faults and the clock that it is to have
     */
    public static @NotNull TestWorld reset(@NotNull World world, @NotNull WorldOptions options) {
        world.reset();
        if (!options.clock().members().isEmpty()) {
            world.getClock().set(options.clock());
        }
        options.addFaults(world);
        return new TestWorld(world);
    }

    /**
     * Sets the clock of options from texts, as annotations have them.
     * @param options the options
     * @param frozenAt the time of a clock that stands still; empty for none
     * @param now the time of a clock that runs; empty for the machine's
     * @param rate seconds of the world for each real one
     */
    public static void clock(
        @NotNull WorldOptions options, @NotNull String frozenAt, @NotNull String now, double rate) {
        if (!frozenAt.isEmpty()) {
            options.frozenAt(frozenAt);
        } else if (!now.isEmpty() || rate != 1) {
            if (!now.isEmpty()) {
                options.now(Instant.parse(now));
            }
            options.rate(rate);
        }
    }

    /**
     * Makes options of a server from texts, as annotations have them.
     * @param apis {@code name=file}
     * @param overlay {@code name=file}
     * @param data {@code name=folder}
     * @param accounts {@code lenient} or {@code strict}; empty for the server's default
     * @param config a configuration file; empty for none
     * @param arguments more options of {@code mock-api serve}
     */
    public static @NotNull ServerOptions served(@NotNull String[] apis, @NotNull String[] overlay,
        @NotNull String[] data, @NotNull String accounts, @NotNull String config, @NotNull String[] arguments) {
        ServerOptions options = new ServerOptions()
            .pairs("--api", apis).pairs("--overlay", overlay).pairs("--data", data).arguments(arguments);
        if (!accounts.isEmpty()) {
            options.accounts(accounts);
        }
        return config.isEmpty() ? options : options.config(config);
    }

    /** {@return the world} */
    public @NotNull World getWorld() { return world; }

    /**
     * Adds the world's report to a failure, as a suppressed exception without a stack, which every runner prints.
     * @param failure the failure
     * @param test what names the test
     * @return the world's id and, where it was written, the HAR file, for reports that have names and values
     */
    public @NotNull Map<String, String> report(@NotNull Throwable failure, @NotNull String test) {
        return World.undisturbed(() -> write(failure, test));
    }

    private Map<String, String> write(Throwable failure, String test) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("mock-api world", world.getId());
        String text = world.failureReport();
        String folder = System.getProperty("mockapi.reports", System.getenv("MOCK_API_REPORTS"));
        if (folder != null && !folder.isEmpty()) {
            try {
                Path file = Files.createDirectories(Paths.get(folder)).resolve(world.getId() + ".har");
                world.getRequests().saveHar(file);
                entries.put("mock-api journal", file.toString());
                text += "\n  the whole journal: " + file;
            } catch (IOException | UncheckedIOException | MockApiException failed) {
                text += "\n  the journal of " + test + " could not be written: " + failed.getMessage();
            }
        }
        failure.addSuppressed(new Report(text));
        return entries;
    }

    /**
     * Ends the world. A leaked socket fails the test only where nothing else did.
     * @param failure what failed the test; null if nothing did
     */
    public void close(@Nullable Throwable failure) {
        try {
            world.close(failure == null);
        } catch (MockApiException second) {
            if (failure == null) {
                throw second;
            }
            failure.addSuppressed(second);
        }
    }

    /** Text among the suppressed exceptions. */
    private static final class Report extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Report(String text) { super(text, null, false, false); }

        @Override
        public String toString() { return getMessage(); }
    }
}
