package mockapi.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mockapi.testing.values.WorldInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each error, provoked: its type, and whether its message says what to do. */
class ErrorsTest {
    private static final String HEALTH =
        "{\"status\":\"ok\",\"version\":\"%s\",\"uptimeSeconds\":1,\"worlds\":1,\"world\":\"default\"}";

    static Stream<Transport> transports() {
        return Stream.of(new HttpClientTransport(), new UrlConnectionTransport());
    }

    @ParameterizedTest
    @MethodSource("transports")
    void nothingAnswers(Transport transport) {
        MockServer server = MockServer.at("http://127.0.0.1:1");
        server.transport = transport;
        String message = assertThrows(ServerNotFoundException.class, server::health).getMessage();
        assertTrue(message.contains("nothing answers at http://127.0.0.1:1: start it with `mock-api serve`"), message);
    }

    @Test
    void somethingElseAnswers() throws IOException {
        try (Fake fake = new Fake("<html>hello</html>")) {
            String message = assertThrows(NotMockServerException.class, fake.server()::health).getMessage();
            assertTrue(message.contains("is no mock-api") && message.contains("MOCK_API_URL"), message);
        }
    }

    @Test
    void theServerIsTooOld() throws IOException {
        try (Fake fake = new Fake(String.format(HEALTH, "0.1.9"))) {
            String message = assertThrows(ServerTooOldException.class, fake.server()::health).getMessage();
            assertTrue(message.contains("has version 0.1.9, and this kit needs 0.2.0 or later"), message);
        }
        assertTrue(Versions.compare("0.10.0", "0.9.3") > 0);
        assertEquals(0, Versions.compare("0.2", "0.2.0-beta"));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void aCallTakesTooLong(Transport transport) throws IOException {
        try (Fake fake = new Fake(String.format(HEALTH, "0.2.0"), null)) {
            MockServer server = fake.server();
            server.health();
            MockServer impatient = server.withTimeout(Duration.ofMillis(200));
            impatient.transport = transport;
            String message = assertThrows(CallTimeoutException.class, impatient::health).getMessage();
            assertTrue(message.contains("within 200 ms"), message);
        }
    }

    @Test
    void aLongWaitIsAskedAgain() throws IOException {
        String unsatisfied = "{\"satisfied\":false,\"known\":true,\"count\":0,\"expected\":{\"atLeast\":1}}";
        try (Fake fake = new Fake(String.format(HEALTH, "0.2.0"), unsatisfied, unsatisfied.replace("false", "true"))) {
            World world = fake.server().getDefaultWorld();
            world.getRequests().await(new Match(), 1, Duration.ofSeconds(150));
            fake.bodies.poll();
            assertTrue(fake.bodies.poll().contains("\"timeoutMilliseconds\":60000"));
            assertTrue(fake.bodies.poll().contains("\"timeoutMilliseconds\":60000"));
        }
    }

    @Test
    void theAdminTokenIsMissingOrWrong() {
        try (MockServer server = MockServer.start("--admin-token", "right")) {
            assertEquals(1, server.getWorlds().list().size());
            for (String token : new String[] {null, "wrong"}) {
                Worlds worlds = MockServer.at(server.getUrl(), token).getWorlds();
                String message = assertThrows(AdminTokenException.class, worlds::list).getMessage();
                assertTrue(message.contains("401") && message.contains("MOCK_API_ADMIN_TOKEN"), message);
            }
            try (World world = server.getWorlds().make("with a token")) {
                assertEquals("right", world.getInstrumentationArguments().get("MOCK_API_ADMIN_TOKEN"));
                assertEquals(world.getId(), World.from(Map.of("MOCK_API_ADMIN_TOKEN", "right",
                    "MOCK_API_URL", world.getBaseUrl())).info().getId());
            }
        }
    }

    @Test
    void thereAreTooManyWorlds() {
        try (MockServer server = MockServer.start("--max-worlds", "1");
            World first = server.getWorlds().make("first")) {
            WorldLimitException refused =
                assertThrows(WorldLimitException.class, () -> server.getWorlds().make("second"));
            assertTrue(refused.getMessage().contains("a larger --max-worlds"), refused.getMessage());
            assertEquals(409, refused.getStatus());
            assertEquals("first", first.getName());
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void aCallIsRefused(Transport transport) {
        try (MockServer server = MockServer.start()) {
            server.transport = transport;
            try (World world = server.getWorlds().make("refusals")) {
                CallRefusedException refused = assertThrows(CallRefusedException.class,
                    () -> world.getFaults().add(Fault.status(99)));
                assertEquals(422, refused.getStatus());
                assertEquals("VALIDATION", refused.getCode());
                assertEquals("addFault", refused.getOperation());
                assertEquals(world.getId(), refused.getWorld());
                assertEquals("99", refused.getDetails().get("value"));
                assertTrue(refused.getMessage().contains(refused.getServerMessage()));
                // A world whose faults are refused is not left behind.
                assertThrows(CallRefusedException.class,
                    () -> server.getWorlds().make(WorldOptions.named("half made").faults("tunel")));
                assertEquals(2, server.getWorlds().list().size());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void anInterruptCancels(Transport transport) throws Exception {
        try (MockServer server = MockServer.start()) {
            server.transport = transport;
            try (World world = server.getWorlds().make("cancelled");
                JournalEvents events = world.getRequests().follow(new Match())) {
                for (Runnable waiting : List.<Runnable>of(
                    () -> world.getRequests().await(new Match(), 1, Duration.ofMinutes(5)),
                    () -> events.next(Duration.ofMinutes(5)))) {
                    CompletableFuture<String> seen = new CompletableFuture<>();
                    Thread thread = new Thread(() -> {
                        try {
                            waiting.run();
                            seen.complete("not cancelled");
                        } catch (CallCancelledException cancelled) {
                            seen.complete("cancelled, flag " + Thread.currentThread().isInterrupted());
                        }
                    });
                    thread.start();
                    thread.interrupt();
                    assertEquals("cancelled, flag true", seen.get(60, TimeUnit.SECONDS));
                }
            }
        }
    }

    @Test
    void whatWasNotAskedIsExplained() {
        try (MockServer server = MockServer.start(); World world = server.getWorlds().make("explained")) {
            world.getFaults().add(Fault.status(503));
            assertThrows(IOException.class, () -> new java.net.URL(world.getBaseUrl() + "/v1/lots").openStream());
            Match match = Match.request("GET", "/v1/lotes");
            VerificationError error = assertThrows(VerificationError.class, () -> world.getRequests().verify(match));
            assertTrue(error.getMessage().startsWith("expected at least 1 of {\"method\":\"GET\",\"path\":"
                + "\"/v1/lotes\"}, but there were 0\n  nearest: 1 GET /v1/lots 503"), error.getMessage());
            assertFalse(error.getVerification().isSatisfied());
            VerificationError late = assertThrows(VerificationError.class,
                () -> world.getRequests().await(match, 2, Duration.ofMillis(20)));
            assertTrue(late.getMessage().contains("at least 2") && late.getMessage().contains("within 20 ms")
                && late.getMessage().contains("nearest"), late.getMessage());
            assertThrows(IllegalArgumentException.class, () -> world.getRequests().list(new Match().body("a", 1)));
        }
    }

    /** Without a test that removes it, as when its process was killed. */
    @Test
    void aWorldThatNobodyUsesGoesByItself() throws InterruptedException {
        try (MockServer server = MockServer.start("--world-ttl", "1s")) {
            String id = server.getWorlds().make("left behind").getId();
            for (int tries = 0; tries < 300 && server.getWorlds().list().stream().map(WorldInfo::getId)
                .anyMatch(id::equals); tries++) {
                Thread.sleep(100);
            }
            assertEquals(404, assertThrows(CallRefusedException.class, () -> server.getWorlds().get(id)).getStatus());
        }
    }

    @Test
    void workersTakeTheirWorldsInTurn() {
        Map<String, String> variables = Map.of("MOCK_API_URL_1", "http://localhost:1/_w/worker-1",
            "MOCK_API_URL_2", "http://localhost:1/_w/worker-2");
        Properties gradle = new Properties();
        gradle.setProperty("org.gradle.test.worker", "5");
        assertEquals("worker-1", Workers.world(variables, gradle).getId());
        gradle.setProperty("surefire.forkNumber", "2");
        assertEquals("http://localhost:1/_w/worker-2", Workers.world(variables, gradle).getBaseUrl());
        String message = assertThrows(ServerNotFoundException.class,
            () -> Workers.world(Map.of(), gradle)).getMessage();
        assertTrue(message.contains("mock-api exec --workers"), message);
    }

    @Test
    void addressesAreRead() {
        assertEquals("http://10.0.2.2:3000/_w/a", Addresses.forEmulator("http://localhost:3000/_w/a"));
        assertEquals("ws://10.0.2.2:3000", Addresses.forEmulator("ws://127.0.0.1:3000"));
        assertEquals("http://localhost.example:3000", Addresses.forEmulator("http://localhost.example:3000"));
        assertEquals("http://localhost:3000", MockServer.at("http://localhost:3000/_w/a/").getUrl());
        assertThrows(IllegalArgumentException.class, () -> MockServer.at("localhost:3000"));
    }

    /** A server that gives these answers in turn, the last one again and again; null is none at all. */
    private static final class Fake implements AutoCloseable {
        final LinkedBlockingQueue<String> bodies = new LinkedBlockingQueue<>();
        private final CountDownLatch end = new CountDownLatch(1);
        private final HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        private int asked;

        Fake(String... answers) throws IOException {
            http.setExecutor(Executors.newCachedThreadPool());
            http.createContext("/", exchange -> {
                bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                String answer = exchange.getRequestURI().getPath().endsWith("/health") && asked == 0
                    ? answers[0] : answers[Math.min(asked, answers.length - 1)];
                asked++;
                if (answers[answers.length - 1] == null && asked > 2) {
                    await();
                }
                byte[] bytes = (answer == null ? answers[0] : answer).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, bytes.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(bytes);
                }
            });
            http.start();
        }

        MockServer server() {
            return MockServer.at("http://127.0.0.1:" + http.getAddress().getPort());
        }

        private void await() {
            try {
                end.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            end.countDown();
            http.stop(0);
        }
    }
}
