package mockapi.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mockapi.testing.values.Entry;
import mockapi.testing.values.Explanation;
import mockapi.testing.values.HeldExchange;
import mockapi.testing.values.Rows;
import mockapi.testing.values.Token;
import mockapi.testing.values.WorldState;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Calls everything, on a real server, and holds what was called against the document. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
class OperationsTest {
    /** Operations of the document that a test has no use for, and why. */
    private static final Map<String, String> LEFT_OUT = new TreeMap<>(Map.ofEntries(
        Map.entry("docs", "a page for people"),
        Map.entry("getPageFile", "a part of a page for people"),
        Map.entry("followServer", "the stream of that page; a test follows the journal"),
        Map.entry("followMessages", "the stream of ctl listen; a test's own client connects to the channel"),
        Map.entry("docsFile", "a part of that page"),
        Map.entry("connect", "a page for people"),
        Map.entry("connectCode", "a picture for cameras"),
        Map.entry("echo", "a WebSocket for trying out, not a call"),
        Map.entry("callMCP", "for assistants that write code"),
        Map.entry("endMCPSession", "for assistants that write code"),
        Map.entry("listAPIs", "what assistants read of the APIs"),
        Map.entry("describeAPI", "what assistants read of the APIs"),
        Map.entry("describeOperation", "what assistants read of the APIs"),
        Map.entry("getAPIDocument", "what assistants read of the APIs"),
        Map.entry("getAuthorityDER", "the certificate is there as PEM"),
        Map.entry("getAuthorityProfile", "the certificate is there as PEM"),
        Map.entry("appleAppSiteAssociation", "a file for iOS itself"),
        Map.entry("assetLinks", "a file for Android itself"),
        Map.entry("placeholderPicture", "a picture that answers link to"),
        Map.entry("landscapePicture", "a picture that answers link to"),
        Map.entry("avatarPicture", "a picture that answers link to"),
        Map.entry("sizedAvatarPicture", "a picture that answers link to"),
        Map.entry("iconPicture", "a picture that answers link to"),
        Map.entry("sizedIconPicture", "a picture that answers link to")));

    private final Map<String, String> called = new TreeMap<>();
    private MockServer server;
    private World world;

    @BeforeAll
    void start() {
        server = MockServer.start("--openapi", Document.openapiFolder(), "--tls-port", "0");
        server.recorder = called::put;
        world = server.getWorlds().make(WorldOptions.named("operations").frozenAt("2026-06-01T08:00:00Z"));
    }

    @AfterAll
    void everyOperationWasCalled() {
        Map<String, String> documented = new Document(server.document("mock.json")).operations();
        server.close();
        documented.keySet().removeIf(operation -> operation.startsWith("wireMock")); // WireMock's names for the same.
        LEFT_OUT.keySet().forEach(operation -> {
            assertTrue(documented.containsKey(operation), operation + " is left out, but the document has no such");
            assertFalse(called.containsKey(operation), operation + " is left out, but was called");
            documented.remove(operation);
        });
        assertEquals(Map.of(), without(documented, called), "operations of the document that were not called");
        assertEquals(Map.of(), without(called, documented), "calls that are not in the document");
    }

    private static Map<String, String> without(Map<String, String> all, Map<String, String> others) {
        Map<String, String> left = new TreeMap<>(all);
        left.entrySet().removeAll(others.entrySet());
        return left;
    }

    @Test
    void server() {
        assertEquals("ok", server.health().getStatus());
        assertTrue(server.metrics().contains("# TYPE"));
        assertTrue(server.activity(null, 5).size() <= 5);
        assertEquals(5, server.welcome().getApis().size());
        assertTrue(server.calls().stream().anyMatch(call -> call.getOperationId().equals("addFault")));
        assertTrue(server.documents().getDocuments().size() >= 6);
        assertTrue(server.document("agrobridge.yaml").startsWith("openapi:"));
        assertTrue(server.socketsDocumentYaml().contains("asyncapi"));
        assertTrue(server.socketsDocument().startsWith("{"));
        assertEquals(Addresses.forEmulator(server.getUrl()), server.connectAddresses().getEmulator().getUrl());
        assertTrue(server.authorityPem().startsWith("-----BEGIN CERTIFICATE-----"));
    }

    @Test
    void worlds() {
        assertEquals("operations", world.info().getName());
        assertTrue(server.getWorlds().list().stream().anyMatch(info -> info.getId().equals(world.getId())));
        World other = server.getWorlds().make(new WorldOptions().id("other").from("world:" + world.getId())
            .randomSeed(7).now(Instant.parse("2026-01-01T00:00:00Z")).rate(60));
        assertEquals(60, other.getClock().get().getRate());
        assertEquals(0, server.getWorlds().get("other").getRequests());
        server.getWorlds().delete("other");
        assertEquals(404, assertThrows(CallRefusedException.class, other::info).getStatus());
        other.close();
    }

    @Test
    void theAppFindsItsWorld() throws Exception {
        try (World own = server.getWorlds().make("the app finds its world")) {
            Request.Builder request = new Request.Builder().url(server.getUrl() + "/users/1");
            own.getHeaders().forEach(request::header);
            new OkHttpClient().newCall(request.build()).execute().close();
            get(own.getEnvironment().get("MOCK_API_URL") + "/users/2");
            assertEquals(2, own.info().getRequests());
            assertEquals(own.getWebSocketUrl(), own.getEnvironment().get("MOCK_API_WS_URL"));
            assertEquals(Map.of("MOCK_API_URL", Addresses.forEmulator(own.getBaseUrl()),
                "MOCK_API_WS_URL", Addresses.forEmulator(own.getWebSocketUrl())), own.getInstrumentationArguments());
            assertThrows(MockApiException.class, () -> own.url("agrobrige"));
        }
    }

    @Test
    void clock() {
        WorldClock clock = server.getDefaultWorld().getClock();
        assertFalse(clock.get().isFrozen());
        assertTrue(clock.freeze().isFrozen());
        Instant noon = Instant.parse("2026-03-04T12:00:00Z");
        assertEquals(noon, clock.freeze(noon).getNow());
        assertEquals(noon.plusSeconds(100_000), clock.advance(Duration.ofSeconds(100_000)).getNow());
        assertEquals(noon.plusSeconds(100_001), clock.advance(Duration.ofMillis(1250)).getNow());
        assertEquals(noon, clock.set(new ClockChange().now(noon)).getNow());
        assertTrue(clock.upcoming(Duration.ofMinutes(1)).getEvents().stream()
            .anyMatch(event -> event.getAbout().equals("sensor readings") && event.getCount() >= 12));
        assertEquals(noon.plusSeconds(60), clock.upcoming(noon.plusSeconds(60), null).getUntil());
        assertEquals(2, clock.set(new ClockChange().rate(2)).getRate());
        assertFalse(clock.resume().isFrozen());
        assertEquals(1, clock.reset().getRate());
    }

    @Test
    void stateAndData() {
        try (World own = server.getWorlds().make("state and data")) {
            Data data = own.getData();
            assertTrue(data.tables().stream().anyMatch(table -> table.getName().equals("agrobridge_lote")));
            Rows before = data.list("agrobridge_lote", Map.of("estado", "activo"), 2, 1);
            assertEquals(2, before.getRows().size());
            WorldState exported = own.getState().export();
            assertEquals(1, data.change("agrobridge_lote", Map.of("estado", "inactivo"), Map.of("id", "lote_1")));
            assertEquals("inactivo",
                data.list("agrobridge_lote", Map.of("id", "lote_1")).getRows().get(0).get("estado"));
            own.getState().load(exported);
            assertEquals("activo",
                data.list("agrobridge_lote", Map.of("id", "lote_1")).getRows().get(0).get("estado"));
            assertEquals(1, data.delete("agrobridge_lote", Map.of("id", "lote_164")));
            assertEquals(before.getTotal(), data.list("agrobridge_lote", Map.of("estado", "activo")).getTotal());
            Map<String, Object> row = exported.getTables().get("agrobridge_lote").get(163);
            assertEquals(1, data.add("agrobridge_lote", row));
            own.reset();

            own.getSnapshots().take("here");
            assertEquals(own.getId(), own.getSnapshots().get("here").getWorld());
            assertEquals(1, own.getSnapshots().list().size());
            own.getSnapshots().restore("here");
            own.getSnapshots().delete("here");
        }
    }

    @Test
    void faults() {
        try (World own = server.getWorlds().make("faults")) {
            Faults faults = own.getFaults();
            Fault fault = Fault.status(503).id("no-lots").match(new FaultMatch().api("agrobridge"))
                .duration(Duration.ofHours(1));
            String id = faults.add(fault).getId();
            assertEquals("no-lots", faults.get(id).getId());
            faults.remove(id);
            faults.add(Fault.timeout());
            assertEquals(1, faults.list().size());
            faults.clear();
            assertTrue(faults.types().stream().anyMatch(type -> type.getType().equals("slowReader")));
            assertTrue(own.getFaultSets().add("tunnel", new FaultMatch().api("newsapi")).isActive());
            assertTrue(own.getFaultSets().list().stream().anyMatch(set -> set.getName().equals("hostile")));
            own.getFaultSets().remove("tunnel");
            assertTrue(faults.list().isEmpty());
        }
    }

    @Test
    void holds() throws Exception {
        try (World own = server.getWorlds().make("holds"); Hold hold = own.hold("GET /posts/1", "request", null,
            Duration.ofMinutes(5))) {
            Holds holds = own.getHolds();
            assertThrows(VerificationError.class, () -> hold.await(Duration.ofMillis(1)));
            CompletableFuture<Integer> status = asked(own);
            HeldExchange held = holds.awaitExchange(hold.getFault().getId(), 1L, Duration.ofSeconds(30)).getHolds()
                .get(0);
            assertEquals(List.of(held.getId()), ids(holds.list()));
            assertEquals("request", holds.get(held.getId()).getPhase());
            holds.release(held.getId(), Fault.status(202));
            assertEquals(202, status.get());
            assertEquals(0, holds.releaseAll());
            assertEquals(0, holds.releaseAll(hold.getFault().getId(), Fault.reset()));

            status = asked(own);
            hold.await(Duration.ofSeconds(30)).release();
            assertEquals(200, status.get());
            status = asked(own);
            Held changed = hold.await(Duration.ofSeconds(30));
            changed.release(Answer.status(503));
            assertEquals(503, status.get());
            assertThrows(CallRefusedException.class, changed::release);
            // A client that repeats broken requests would be held again.
            URI url = URI.create(own.getBaseUrl());
            try (Socket socket = new Socket(url.getHost(), url.getPort())) {
                String head = "GET " + url.getPath() + "/posts/1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                hold.await(Duration.ofSeconds(30)).abort();
                assertThrows(IOException.class, () -> socket.getInputStream().read());
            }
            status = asked(own);
            assertEquals("/posts/1", hold.await(Duration.ofSeconds(30)).getExchange().getPath());
            assertEquals(1, hold.release());
            assertEquals(200, status.get());
        }
    }

    private static CompletableFuture<Integer> asked(World world) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(world.url("jsonplaceholder") + "/posts/1")).build();
        return HttpClient.newHttpClient().sendAsync(request, HttpResponse.BodyHandlers.ofString())
            .thenApply(HttpResponse::statusCode);
    }

    private static List<String> ids(List<HeldExchange> held) {
        List<String> ids = new ArrayList<>();
        held.forEach(each -> ids.add(each.getId()));
        return ids;
    }

    @Test
    void journal(@TempDir Path folder) throws Exception {
        try (World own = server.getWorlds().make("journal");
            JournalEvents events = own.getRequests().follow(new Match())) {
            Requests requests = own.getRequests();
            get(own.url("newsapi") + "/sources?apiKey=any");
            assertEquals("sourcesAlias", events.next(Duration.ofSeconds(20)).getEntry().getOperationId());
            assertEquals("journal", requests.page(new Match(), 1, "desc").getWorld().getName());
            Entry entry = requests.list(new Match().path("/v2/*").header("Host", true)).get(0);
            assertEquals("json", requests.get(entry.getId()).getResponse().getEncoding());
            Explanation explanation = requests.explain(entry.getId());
            assertTrue(explanation.isMatched() && explanation.getOperations().get(0).getMembers().get(0).isMatches());
            String device = own.getDevices().list().get(0).getId();
            assertEquals("the test", own.getDevices().name(device, "the test").getName());
            assertEquals(null, own.getDevices().name(device, null).getName());
            assertEquals(1, requests.list(new Match().device(device)).size());
            assertEquals(1, requests.count(new Match().status("2xx")).getCount());
            requests.verify(new Match().query("apiKey", "any"), Times.between(1, 2));
            requests.await(new Match().api("newsapi"), 1, Duration.ofMillis(1));
            assertTrue(requests.har().contains("\"1.2\""));
            requests.saveHar(folder.resolve("journal.har"));
            assertTrue(Files.readString(folder.resolve("journal.har")).contains("/v2/sources"));
            assertEquals(200, requests.replay(entry.getId()).getStatus());
            assertEquals(200, requests.replay(entry.getId(), Map.of("Accept", "*/*"), null).getStatus());
            requests.clear();
            assertTrue(requests.list().isEmpty());
        }
    }

    @Test
    void tokensAndRateLimits() {
        assertEquals("user_123", world.signIn("agrobridge").getAccount());
        Token token = world.getTokens().mint("agrobridge", "user_123", "s-1", Duration.ofHours(2), Map.of("x", 1));
        assertEquals(7200, world.getTokens().inspect(token.getToken()).getExpiresIn());
        assertEquals(2, world.getTokens().list().stream().filter(one -> one.getSession().equals("s-1")).count());
        world.getTokens().endSession("s-1");
        assertFalse(world.getTokens().inspect(token.getToken()).isValid());
        world.getTokens().invalidate();
        assertFalse(world.getTokens().inspect(token.getToken()).isValid());

        RateLimits limits = world.getRateLimits();
        assertEquals(5, limits.list().size());
        assertEquals(7, limits.set("agrobridge", null, 7, 3).getAuthenticated());
        limits.exhaust("agrobridge", "user_123", null);
        limits.exhaust("agrobridge", null, "127.0.0.1");
        assertEquals(2, limits.get("agrobridge").getClients().size());
        assertEquals(1, limits.reset("agrobridge", "user_123", null).getClients().size());
        assertEquals(0, limits.reset("agrobridge").getClients().size());
        assertEquals(null, limits.turnOff("agrobridge").getAuthenticated());
    }

    private void channels() {
        Channels channels = world.getChannels();
        assertEquals(3, channels.list().size());
        // No API of this server has such a channel.
        assertThrows(CallRefusedException.class, () -> channels.push("/orders", null, "OrderShipped", Map.of()));
        channels.hold("wallet_updates", null, "wallet_deleted");
        assertTrue(channels.push("wallet_updates", null, "wallet_deleted", Map.of("id", 7)).isHeld());
        assertEquals(1, channels.messages().getHeld().size());
        VerificationError late = assertThrows(VerificationError.class, () -> channels.awaitMessage(
            null, "wallet_updates", "wallet_deleted", null, null, null, null, null, null, Duration.ofMillis(1)));
        assertTrue(late.getVerification().getMessage().contains("one is held back"));
        assertTrue(late.getMessage().contains("one is held back"), late.getMessage());
        assertEquals(1, channels.release(null, "wallet_updates", null, null));
        assertThrows(VerificationError.class, channels::verifySent);
        assertEquals(0, channels.verifySent(
            null, "wallet_updates", null, Map.of("id", 7), "sent", null, null, null, 0L, null, null));
    }

    @Test
    void streams() throws Exception {
        BlockingQueue<String> frames = new LinkedBlockingQueue<>();
        WebSocket socket = new OkHttpClient().newWebSocket(
            new Request.Builder().url(world.getWebSocketUrl() + "/ws/greenhouse").build(), new WebSocketListener() {
                @Override
                public void onMessage(WebSocket from, String text) {
                    frames.add(text);
                }
            });
        socket.send("CONNECT\naccept-version:1.2\n\n\0");
        socket.send("SUBSCRIBE\nid:0\ndestination:/topic/news\nreceipt:r\n\n\0");
        world.getRequests().await(Match.sent().bodyContains("RECEIPT"));
        channels();
        assertEquals("/topic/news", world.getBroker().get().getSubscriptions().get(0).getDestination());
        world.getMessages().publish("/topic/news", Map.of("headline", "News"), null, Map.of("x", "y"));
        String frame = frames.poll(20, TimeUnit.SECONDS);
        while (frame != null && !frame.startsWith("MESSAGE")) {
            frame = frames.poll(20, TimeUnit.SECONDS);
        }
        assertTrue(frame != null && frame.contains("\nx:y\n") && frame.contains("{\"headline\":\"News\"}"), frame);

        long id = world.getSockets().list().get(0).getId();
        assertEquals(2, world.getSockets().get(id).getReceived().getMessages());
        assertEquals("stomp", world.getSockets().get(id).getProtocol());
        assertEquals("/topic/news", world.getSockets().get(id).getSubscriptions().get(0).getDestination());
        world.getSockets().send(id, "raw");
        assertEquals("raw", frames.poll(20, TimeUnit.SECONDS));
        world.getSockets().send(id, new byte[] {0, 1});
        world.getSockets().kick(id, 1012, "restart", null);
        world.getSockets().kickAll(1001, null, null);
        world.getSockets().kickAll(null, null, true);
    }

    @Test
    void sensorsAndSimulations() {
        Simulations simulations = world.getSimulations();
        assertEquals(2, simulations.list().size());
        assertTrue(simulations.pause("sensor readings").stream().anyMatch(one -> one.isPaused()));
        simulations.resume("sensor readings");
        assertTrue(simulations.pause().stream().allMatch(one -> one.isPaused()));
        simulations.resume();
        simulations.step("sensor readings");
        simulations.step();

        Sensors sensors = world.getSensors();
        assertEquals(3, sensors.list().getGreenhouses().size());
        assertEquals(30.5, sensors.set("001", "temperature", 30.5, Duration.ofMinutes(1)).getValue());
        sensors.unset("001", "temperature");
        assertEquals(12.5, sensors.pushReading(Map.of("RESERVA", 12.5)).get("RESERVA"));
        sensors.pushReading();

        Scenarios scenarios = world.getScenarios();
        String id = scenarios.add("heatWave", Duration.ofHours(1), "001", null, 2.0, Duration.ofMinutes(5)).getId();
        assertEquals("scheduled", scenarios.get(id).getState());
        scenarios.remove(id);
        scenarios.add("offline", Duration.ofSeconds(30));
        assertEquals("running", scenarios.list().get(0).getState());
        scenarios.clear();
    }

    private static void get(String url) throws Exception {
        new OkHttpClient().newCall(new Request.Builder().url(url).build()).execute().close();
    }
}
