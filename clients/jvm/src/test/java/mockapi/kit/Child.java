package mockapi.kit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs another process, and has its output. */
final class Child {
    final int exitCode;
    final String output;

    private Child(int exitCode, String output) {
        this.exitCode = exitCode;
        this.output = output;
    }

    /** A command of Java with this class path; variables with an empty value are taken away. */
    static ProcessBuilder java(String classPath, Map<String, String> variables, String... arguments) {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xshare:auto",
            "-XX:TieredStopAtLevel=1", "-cp", classPath));
        command.addAll(Arrays.asList(arguments));
        return process(variables, command);
    }

    static ProcessBuilder process(Map<String, String> variables, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        variables.forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        return builder;
    }

    static Child run(ProcessBuilder builder) throws IOException, InterruptedException {
        Path output = Files.createTempFile("child", ".txt");
        try {
            Process process = builder.redirectOutput(output.toFile()).start();
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return new Child(process.waitFor(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    /** JUnit's console with these arguments. */
    static ProcessBuilder console(Map<String, String> variables, String... arguments) {
        List<String> all = new ArrayList<>(List.of("org.junit.platform.console.ConsoleLauncher", "--disable-banner",
            "--disable-ansi-colors", "--details=tree"));
        all.addAll(Arrays.asList(arguments));
        return java(classPath(), variables, all.toArray(new String[0]));
    }

    static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** The kit alone, without JUnit, and these tests. */
    static String classPathWithoutJUnit() {
        StringBuilder path = new StringBuilder();
        for (String entry : classPath().split(File.pathSeparator)) {
            String name = new File(entry).getName();
            if (name.equals("mock-api-testing.jar") || name.equals("test-classes")) {
                path.append(path.length() == 0 ? "" : File.pathSeparator).append(entry);
            }
        }
        return path.toString();
    }
}
