package mockapi.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import mockapi.testing.junit5.MockApi;
import mockapi.testing.values.Entry;
import mockapi.testing.values.Token;
import org.junit.jupiter.api.Test;

/** Custom APIs, and what a test does with any API in one line. */
class OneLineTest {
    private static final String EXAMPLES = "Seeds/examples/";
    private final HttpClient app = HttpClient.newHttpClient();

    @Test
    @MockApi(apis = "shop=" + EXAMPLES + "shop/openapi.yaml", overlay = "shop=" + EXAMPLES + "shop/overlay.yaml",
        data = "shop=" + EXAMPLES + "shop/data")
    void aTestBringsItsApis(World world, MockServer server) throws Exception {
        assertEquals(401, get(world.url("shop") + "/products").statusCode());
        assertNotSame(MockServer.shared(), server);
    }

    @Test
    @MockApi(apis = "potluck=" + EXAMPLES + "potluck/openapi.yaml", accounts = "strict")
    void aTestSignsInToItsApi(World world) {
        Token first = world.signIn("potluck");
        assertEquals(Map.of("Authorization", "Bearer " + first.getToken()), first.getHeaders());
        assertEquals(first.getAccount(), world.signIn("potluck", first.getAccount()).getAccount());
        String message = assertThrows(CallRefusedException.class, () -> world.signIn("potluck", "nobody")).getMessage();
        assertTrue(message.contains("potluck has no account with this id, name or e-mail address"), message);
    }

    @Test
    @MockApi
    void whatWasVerifiedIsGiven(World world) throws Exception {
        String url = world.url("jsonplaceholder");
        for (String path : List.of("/posts/1", "/posts/2", "/users/1")) {
            get(url + path);
        }
        app.send(HttpRequest.newBuilder(URI.create(url + "/posts")).header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"title\":\"New\"}")).build(), BodyHandlers.ofString());

        Requests requests = world.getRequests();
        Entry entry = requests.verify(Match.request("POST /posts").body("title", "New"), Times.once()).get(0);
        assertEquals("/posts", entry.getPath());
        assertEquals(201, entry.getStatus());
        assertEquals(Map.of("title", "New"), entry.getRequest().getBody());

        requests.verifyInOrder(Match.request("GET /posts/1"), Match.request("GET /users/*"));
        String order = assertThrows(VerificationError.class, () -> requests.verifyInOrder(
            Match.request("GET /users/1"), Match.request("GET /posts/1"))).getMessage();
        assertTrue(order.contains("step 2 of 2 was not requested in this order"), order);

        String other = assertThrows(VerificationError.class, requests::verifyNoOther).getMessage();
        assertTrue(other.contains("1 request of world") && other.contains("GET /posts/2 200 getPost"), other);
        requests.await(Match.request("GET /posts/2"));
        requests.verifyNoOther();
        get(url + "/posts/3");
        requests.verifyNoOther(Match.request("POST /**"));
        assertThrows(VerificationError.class, requests::verifyNoOther);
        assertFalse(requests.har().contains("/_w/"));
    }

    @Test
    @MockApi
    void anAnswerIsPatched(World world) throws Exception {
        String url = world.url("jsonplaceholder") + "/posts/1";
        String usual = title(url);
        String patch = world.answer("GET /posts/1", Answer.patch(Map.of("title", "Patched"))).getId();
        assertEquals("Patched", title(url));
        world.getFaults().remove(patch);
        String third = "[{\"op\":\"replace\",\"path\":\"/title\",\"value\":\"Third\"}]";
        world.answer("GET /posts/1", Answer.patch(third).onCall(3));
        assertEquals(List.of(usual, usual, "Third", usual), List.of(title(url), title(url), title(url), title(url)));
        world.answer("GET /posts/1", Answer.status(503).once());
        assertEquals(503, get(url).statusCode());
        world.answer("GET /posts/1", Answer.status(200).body(Map.of("title", "Other")).times(2));
        assertEquals(List.of("Other", "Other", usual), List.of(title(url), title(url), title(url)));
        assertThrows(IllegalArgumentException.class, () -> Answer.status(200).onCall(0));
    }

    @Test
    @MockApi(leakedSockets = LeakedSockets.ERROR)
    void stompMessagesAreAwaited(World world) {
        StompClient stomp = world.connectStomp("/ws/greenhouse", world.signIn("invernaderos").getToken());
        stomp.subscribe("/topic/news");
        stomp.send("/topic/news", Map.of("number", 1));
        world.getMessages().publish("/topic/news", "second: with \\ and :");
        StompMessage second = stomp.await(message -> message.text().contains("second"));
        assertEquals("second: with \\ and :", second.text());
        assertEquals(Map.of("number", 1L), stomp.await("/topic/news").json());
        String message = assertThrows(VerificationError.class,
            () -> stomp.await(any -> true, Duration.ofMillis(1))).getMessage();
        assertTrue(message.contains("the last that came:\n  /topic/news: "), message);
        assertEquals(2, stomp.getMessages().size());
        MockApiException refused = assertThrows(MockApiException.class,
            () -> world.connectStomp("/ws/greenhouse", null, Map.of("accept-version", "9.9"), Duration.ofSeconds(10)));
        assertTrue(refused.getMessage().contains("the server answered ERROR"), refused.getMessage());
        assertThrows(MockApiException.class, () -> world.connectSocket("/v1/lotes"));
    }

    @Test
    @MockApi(leakedSockets = LeakedSockets.ERROR)
    void jsonMessagesAreAwaited(World world) {
        SocketClient socket = world.connectSocket("/_mock/echo");
        socket.send(Map.of("type", "ping", "text", "x".repeat(70_000)));
        socket.send("plain");
        assertEquals("plain", socket.await("plain"::equals));
        assertEquals("ping", ((Map<?, ?>) socket.await(message -> message instanceof Map)).get("type"));
        CompletableFuture<Object> waiting = CompletableFuture.supplyAsync(
            () -> socket.await(any -> true, Duration.ofMinutes(10)));
        world.getSockets().kickAll(4001, "enough", null);
        String message = assertThrows(Exception.class, waiting::get).getMessage();
        assertTrue(message.contains("the socket was closed with code 4001: enough"), message);
    }

    @Test
    @MockApi(frozenAt = "2026-06-01T08:00:00Z", leakedSockets = LeakedSockets.ERROR)
    void messagesOfChannelsAreHeldAndVerified(World world) {
        String token = world.signIn("interspace").getToken();
        SocketClient phone = world.connectSocket("/ws", token);
        phone.send(Map.of("type", "subscribe", "channels", List.of("wallet_updates")));
        phone.await(message -> "subscribed".equals(((Map<?, ?>) message).get("type")));
        Channels channels = world.getChannels();

        channels.hold("wallet_updates", "wallet_deleted");
        assertTrue(channels.push("wallet_updates", "wallet_deleted", Map.of("walletId", "wallet_1")).isHeld());
        assertEquals(0, channels.verifySent("wallet_updates", "wallet_deleted", Times.never()));
        assertEquals(1, channels.release());
        phone.await(Map.of("walletId", "wallet_1")::equals);

        MessageMatch deleted = MessageMatch.on("wallet_updates").message("wallet_deleted").direction("sent");
        assertEquals("sent", channels.awaitMessage("wallet_updates", "wallet_deleted").getDirection());
        assertEquals("wallet_deleted", channels.awaitMessage(deleted).getMessage());
        assertEquals(1, channels.verifySent("wallet_updates", "wallet_deleted", Times.once()));
        assertEquals(1, channels.verifySent(deleted, Times.between(1, 2)));
        assertEquals(0, channels.verifySent(deleted.payload("walletId", "wallet_9"), Times.never()));
        VerificationError often = assertThrows(VerificationError.class,
            () -> channels.verifySent("wallet_updates", "wallet_deleted", Times.exactly(5)));
        assertTrue(often.getMessage().contains("wallet_deleted"), often.getMessage());
        VerificationError never = assertThrows(VerificationError.class,
            () -> channels.awaitMessage(MessageMatch.on("profile_updates"), 1, Duration.ofMillis(1)));
        assertTrue(never.getMessage().contains("profile_updates"), never.getMessage());
        // What is wrong with the call itself is refused.
        assertThrows(CallRefusedException.class, () -> channels.verifySent("wallets", "deleted", Times.once()));
    }

    @Test
    @MockApi(leakedSockets = LeakedSockets.ERROR)
    void whatIsOptionalMayBeNull(World world) {
        assertEquals(List.of(), world.connectSocket("/ws", null, null, null).getMessages());
        assertEquals(List.of(), world.connectSocket("/ws", null).getMessages());
        String token = world.signIn("invernaderos").getToken();
        assertEquals(List.of(), world.connectStomp("/ws/greenhouse", token, null, null).getMessages());
        MockApiException unknown = assertThrows(MockApiException.class, () -> world.url("nope"));
        assertTrue(unknown.getMessage().contains("there is no API \"nope\"; the server has "), unknown.getMessage());
    }

    @Test
    @MockApi
    void operationsAreMeantByTheirIds(World world) throws Exception {
        String url = world.url("jsonplaceholder") + "/posts/1";
        world.getFaults().add(Fault.status(503).match(FaultMatch.operation("getPost")).times(1));
        assertEquals(503, get(url).statusCode());
        world.getRequests().verify(Match.operation("getPost"), Times.once());
    }

    @Test
    void theEndOfTheServerIsTold() throws Exception {
        ServerOptions options = new ServerOptions().arguments("--dataset", "minimal");
        MockServer server = MockServer.shared(options);
        World world = server.getWorlds().make("before");
        server.process.process.toHandle().destroyForcibly();
        String message = assertThrows(ServerEndedException.class, () -> world.getClock().get()).getMessage();
        assertTrue(message.contains("ended by SIGKILL; the next test gets another server"), message);
        TestWorld next = TestWorld.make(new WorldOptions().serverOptions(options), "after");
        assertNotEquals(server.getUrl(), next.getWorld().getServer().getUrl());
        next.close(null);
        next.getWorld().getServer().close();
    }

    @Test
    void durationsAreText() {
        assertEquals(Duration.ofMinutes(90), Durations.parse("1h 30m"));
        assertEquals(Duration.ofMillis(250), Durations.parse("250ms"));
        for (String wrong : List.of("30", "s", "1h x", "")) {
            assertThrows(IllegalArgumentException.class, () -> Durations.parse(wrong));
        }
    }

    private String title(String url) throws Exception {
        return (String) Json.parseObject(get(url).body()).get("title");
    }

    private HttpResponse<String> get(String url) throws Exception {
        return app.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }
}
