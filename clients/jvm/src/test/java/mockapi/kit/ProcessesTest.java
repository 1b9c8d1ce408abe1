package mockapi.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mockapi.testing.MockServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen from outside: reports of tests that fail, and processes that end. */
class ProcessesTest {
    private static final String BINARY = System.getenv("MOCK_API_BINARY");

    @Test
    void aFailureHasTheWorldsReport(@TempDir Path reports) throws Exception {
        Child child = Child.run(Child.console(Map.of("MOCK_API_REPORTS", reports.toString()),
            "-c", "mockapi.kit.FailingExample"));

        assertEquals(1, child.exitCode, child.output);
        assertReport(child.output, "failing-example-a-test-that-fails-");
        List<Path> files = files(reports);
        assertEquals(1, files.size());
        assertTrue(Files.readString(files.get(0)).contains("/v2/sources"));
        assertTrue(child.output.contains("the whole journal: " + files.get(0)), child.output);
    }

    @Test
    void aFailureOfJUnit4HasIt() throws Exception {
        Child child = Child.run(Child.java(Child.classPath(), Map.of(), "org.junit.runner.JUnitCore",
            "mockapi.kit.FailingJUnit4Example"));

        assertTrue(child.output.contains("Tests run: 2,  Failures: 1"), child.output);
        assertReport(child.output, "failing-junit4-example-fails-");
    }

    private static void assertReport(String output, String world) {
        for (String part : List.of("mock-api: world \"" + world, "clock: 2026-06-01T08:00:00Z, frozen",
            "the last 3 exchanges (and 0 frames):", "1 GET /v2/sources?apiKey=… 503 sourcesAlias, fault weak (status)",
            "2 GET /v2/top-headlines?country=us 401 topHeadlines, query apiKey is required and missing",
            "3 GET /v1/lots 404 no route", "did you mean GET /v1/lotes?",
            "fault idle (status) for {\"method\":\"GET\",\"path\":\"/v1/lotes\"} had no effect")) {
            assertTrue(output.contains(part), part + " is not in\n" + output);
        }
        assertFalse(output.contains("fault weak (status) for"), output);
    }

    @Test
    void aTestThatIsInterruptedIsReportedAndItsWorldRemoved() throws Exception {
        try (MockServer server = MockServer.start()) {
            Child child = Child.run(Child.console(Map.of("MOCK_API_URL", server.getUrl()),
                "-c", "mockapi.kit.InterruptedExample"));

            assertTrue(child.output.contains("timed out after 200 milliseconds"), child.output);
            assertTrue(child.output.contains("waitForRequests in world \"interrupted-example-waits-"), child.output);
            assertTrue(child.output.contains("the last 0 exchanges (and 0 frames):"), child.output);
            assertEquals(1, server.getWorlds().list().size());
        }
    }

    @Test
    void leakedSocketsAreReported() throws Exception {
        Child child = Child.run(Child.console(Map.of(), "-c", "mockapi.kit.LeakingExample"));

        assertTrue(child.output.contains("[         2 tests successful"), child.output);
        assertTrue(child.output.contains("fails(World) ✘ the test left 1 WebSocket open in world"), child.output);
        assertTrue(child.output.contains("warning: the test left 1 WebSocket open in world \"leaking-example-is-w"),
            child.output);
        assertTrue(child.output.contains("\n  /ws/greenhouse (STOMP, no account)"), child.output);
        assertFalse(child.output.contains("open in world \"leaking-example-is-ignored"), child.output);
    }

    @Test
    void withoutServerAndProgramItSaysWhatToDo() throws Exception {
        Child child = Child.run(Child.java(Child.classPath(),
            Map.of("MOCK_API_BINARY", "", "MOCK_API_URL", "", "PATH", "/nowhere"), "mockapi.kit.Programs", "shared"));

        assertTrue(child.output.startsWith("ServerNotFoundException: "), child.output);
        for (String word : List.of("mock-api is not on PATH", "Install", "MOCK_API_BINARY", "MOCK_API_URL")) {
            assertTrue(child.output.contains(word), child.output);
        }
    }

    @Test
    void aProgramThatDoesNotStartIsReportedWithItsLastWords(@TempDir Path folder) throws Exception {
        Path program = script(folder, "#!/bin/sh\necho no room >&2\nexit 3\n");
        Child broken = Child.run(Child.java(Child.classPath(), Map.of("MOCK_API_BINARY", program.toString()),
            "mockapi.kit.Programs", "shared"));
        assertTrue(broken.output.contains("did not start") && broken.output.contains("no room"), broken.output);

        script(folder, "#!/bin/sh\n[ \"$1\" = --version ] && echo 0.1.0 && exit\necho --attached? >&2\nexit 2\n");
        Child old = Child.run(Child.java(Child.classPath(), Map.of("MOCK_API_BINARY", program.toString()),
            "mockapi.kit.Programs", "shared"));
        assertTrue(old.output.contains("ServerTooOldException") && old.output.contains("has version 0.1.0, and this kit"
            + " needs 0.2.0"), old.output);
    }

    private static Path script(Path folder, String text) throws Exception {
        Path program = Files.writeString(folder.resolve("mock-api"), text);
        assertTrue(program.toFile().setExecutable(true));
        return program;
    }

    @Test
    void theServerEndsWithAProcessThatIsKilled() throws Exception {
        Process process = Child.java(Child.classPath(), Map.of("MOCK_API_URL", ""), "mockapi.kit.Programs", "start")
            .redirectError(ProcessBuilder.Redirect.DISCARD).redirectErrorStream(false).start();
        BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream()));
        ProcessHandle server = ProcessHandle.of(Long.parseLong(lines.readLine().substring(4))).orElseThrow();
        assertTrue(lines.readLine().startsWith("world orphan-"));
        assertTrue(server.isAlive());

        process.destroyForcibly();

        server.onExit().get(60, TimeUnit.SECONDS);
    }

    @Test
    void theJarNeedsNoJUnit() throws Exception {
        Child child = Child.run(Child.java(Child.classPathWithoutJUnit(), Map.of(), "mockapi.kit.Programs", "load"));

        assertEquals(0, child.exitCode, child.output);
        assertTrue(child.output.contains("loaded true") && child.output.contains("world http://"), child.output);
    }

    @Test
    void workersOfExecHaveTheirWorlds() throws Exception {
        List<String> command = new ArrayList<>(List.of(BINARY, "exec", "--workers", "2", "--fail-on", "none", "--"));
        command.addAll(Child.console(Map.of(), "-c", "mockapi.kit.WorkerExample").command());

        Child child = Child.run(Child.process(Map.of("MOCK_API_WORKER", "2"), command));

        assertTrue(child.output.contains("[         3 tests successful"), child.output);
    }

    @Test
    void twoProcessesShareAServer() throws Exception {
        try (MockServer server = MockServer.start()) {
            Map<String, String> variables = Map.of("MOCK_API_URL", server.getUrl());
            CompletableFuture<Child> first = suite(variables);
            CompletableFuture<Child> second = suite(variables);

            for (Child child : List.of(first.get(), second.get())) {
                assertTrue(child.output.contains("[        25 tests successful"), child.output);
            }
            assertEquals(1, server.getWorlds().list().size());
        }
    }

    private static CompletableFuture<Child> suite(Map<String, String> variables) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return Child.run(Child.console(variables, "-p", "mockapi.suite", "--config",
                    "junit.jupiter.execution.parallel.enabled=true", "--config",
                    "junit.jupiter.execution.parallel.mode.default=concurrent"));
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
    }

    private static List<Path> files(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.collect(Collectors.toList());
        }
    }
}
