package mockapi.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import mockapi.suite.AgroBridgeApp;
import mockapi.suite.StompApp;
import mockapi.testing.CallRefusedException;
import mockapi.testing.Fault;
import mockapi.testing.FaultMatch;
import mockapi.testing.Match;
import mockapi.testing.MockServer;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import mockapi.testing.values.Activity;
import mockapi.testing.values.Comparison;
import mockapi.testing.values.Device;
import mockapi.testing.values.Entry;
import mockapi.testing.values.Explanation;
import mockapi.testing.values.IssuedToken;
import mockapi.testing.values.Replay;
import mockapi.testing.values.Socket;
import mockapi.testing.values.Token;
import mockapi.testing.values.Upcoming;
import mockapi.testing.values.UpcomingEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who called, why it was answered so, what lies ahead, and the same once more. */
@MockApi(frozenAt = "2026-06-01T08:00:00Z")
class LiveTest {
    private static final Instant BEGINNING = Instant.parse("2026-06-01T08:00:00Z");

    private AgroBridgeApp app;

    @BeforeEach
    void launch(World world) {
        app = new AgroBridgeApp(world.url("agrobridge"));
    }

    @Test
    void aRouteThatIsNotThereIsExplained(World world) {
        assertEquals(404, app.http.get("/lots").status);
        String fault = world.getFaults().add(Fault.status(503).match(FaultMatch.request("POST", "/v1/lots"))).getId();
        long id = world.getRequests().list(Match.request("GET", "/v1/lots")).get(0).getId();

        Explanation explanation = world.getRequests().explain(id);

        assertFalse(explanation.isMatched());
        assertTrue(explanation.getReason().contains("lotes, not lots"), explanation.getReason());
        Explanation.Operation nearest = explanation.getOperations().get(0);
        assertEquals(List.of("agrobridge", "listLotes", "GET", "/v1/lotes"),
            List.of(nearest.getApi(), nearest.getOperationId(), nearest.getMethod(), nearest.getPath()));
        assertEquals(List.of("lots"), nearest.getMembers().stream().filter(member -> !member.isMatches())
            .map(Comparison::getActual).collect(Collectors.toList()));
        Explanation.Fault compared = explanation.getFaults().get(0);
        assertEquals(List.of(fault, "status"), List.of(compared.getId(), compared.getType()));
        assertEquals(List.of("POST"), compared.getMembers().stream().filter(member -> !member.isMatches())
            .map(Comparison::getExpected).collect(Collectors.toList()));
        assertEquals(404,
            assertThrows(CallRefusedException.class, () -> world.getRequests().explain(99)).getStatus());
    }

    @Test
    void aRequestIsSentAgainAndChanged(World world) {
        app.signIn("usuario@example.com", "password123");
        app.createLote("Lote Sur", "Zona Sur", "Café", 4.5);
        Match sent = new Match().operationId("createLote");
        long id = world.getRequests().list(sent).get(0).getId();

        Replay same = world.getRequests().replay(id);
        assertEquals(201, same.getStatus());
        assertNotEquals(id, same.getId());
        assertEquals(401,
            world.getRequests().replay(id, Collections.singletonMap("Authorization", null), null).getStatus());
        Map<String, Object> body = Map.of("nombre", "Lote Norte", "ubicacion", "Zona Norte", "tipoCultivo", "Maíz",
            "areaHectareas", 2L);
        Long other = world.getRequests().replay(id, Map.of("X-Try", "3"), body).getId();

        Entry entry = world.getRequests().get(other);
        assertEquals(201, entry.getStatus());
        assertEquals(body, entry.getRequest().getBody());
        assertEquals(1, world.getRequests().count(new Match().header("X-Try", "3")).getCount());
        assertEquals(4, world.getRequests().count(sent).getCount());
    }

    @Test
    void whoCallsIsKnown(World world) {
        app.signIn("usuario@example.com", "password123");
        assertEquals(404, app.http.get("/lots").status);

        List<Device> devices = world.getDevices().list();

        assertEquals(1, devices.size());
        Device device = devices.get(0);
        assertEquals("127.0.0.1", device.getAddress());
        assertTrue(device.getUserAgent().startsWith("okhttp/"), device.getUserAgent());
        assertNull(device.getName());
        assertEquals(List.of(2L, 1L, 0L),
            List.of(device.getRequests(), device.getNotFound(), device.getServerErrors()));
        assertEquals(BEGINNING, device.getLastSeen());
        List<Entry> entries = world.getRequests().list(new Match().device(device.getId()));
        assertEquals(List.of(200, 404), entries.stream().map(Entry::getStatus).collect(Collectors.toList()));
        assertEquals(device.getId(), entries.get(0).getDevice());
        assertThrows(CallRefusedException.class, () -> world.getDevices().name("00000000", "nobody's"));
    }

    @Test
    void whatLiesAheadIsListed(World world) {
        Token token = world.getTokens().mint("agrobridge", "user_123", null, Duration.ofMinutes(30), null);

        Upcoming hour = world.getClock().upcoming(Duration.ofHours(1));

        assertEquals(List.of(BEGINNING, BEGINNING.plusSeconds(3600)), List.of(hour.getNow(), hour.getUntil()));
        assertEquals(token.getExpiresAt(), hour.getNextTokenExpiry());
        UpcomingEvent end = hour.getEvents().stream().filter(event -> event.getKind().equals("accessTokenExpiry"))
            .findFirst().orElseThrow();
        assertEquals(token.getExpiresAt(), end.getTime());
        assertEquals(List.of("agrobridge", "user_123"), List.of(end.getApi(), end.getAccount()));
        assertTrue(world.getClock().upcoming(BEGINNING.plusSeconds(60), null).getEvents().stream()
            .noneMatch(event -> event.getKind().equals("accessTokenExpiry")));
    }

    @Test
    void aSessionThatIsEndedIsSignedOut(World world) {
        app.signIn("usuario@example.com", "password123");
        IssuedToken access = world.getTokens().list().stream().filter(token -> token.getKind().equals("access"))
            .findFirst().orElseThrow();
        assertEquals(List.of("agrobridge", "user_123", "usuario@example.com", "valid"),
            List.of(access.getApi(), access.getAccount(), access.getEmail(), access.getState()));
        assertEquals(BEGINNING, access.getIssuedAt());
        assertEquals(200, app.http.get("/lotes").status);

        world.getTokens().endSession(access.getSession());

        assertEquals(401, app.http.get("/lotes").status);
        assertTrue(world.getTokens().list().stream().anyMatch(token -> token.getState().equals("signedOut")));
        assertThrows(CallRefusedException.class, () -> world.getTokens().endSession("none"));
    }

    @Test
    void whatChangedTheWorldIsListed(World world, MockServer server) {
        long before = server.activity(null, 1).get(0).getId();

        world.getClock().advance(Duration.ofMinutes(1));

        List<Activity> activity = server.activity(before, 2000).stream()
            .filter(one -> one.getWorld().equals(world.getId())).collect(Collectors.toList());
        assertEquals(1, activity.size());
        assertEquals("setClock", activity.get(0).getOperationId());
        assertEquals("PUT", activity.get(0).getMethod());
        assertEquals(200, activity.get(0).getStatus());
        assertTrue(((Map<?, ?>) activity.get(0).getBody()).containsKey("advance"));
        assertEquals(BEGINNING.plusSeconds(60), activity.get(0).getTime());
    }

    @Test
    void aTestSpeaksToTheAppsSocket(World world) throws InterruptedException {
        String token = world.getTokens().mint("invernaderos", "admin@example.com").getToken();
        try (StompApp stomp = new StompApp(world.getWebSocketUrl())) {
            stomp.connect(token);
            stomp.send("SUBSCRIBE\nid:sub-0\ndestination:/topic/news\nreceipt:ready\n\n\0");
            assertTrue(stomp.next().startsWith("RECEIPT"));
            Socket socket = world.getSockets().list().get(0);
            assertEquals(List.of("stomp", "1.2"), List.of(socket.getProtocol(), socket.getVersion()));
            assertEquals(0, socket.getHeartBeat().getClient());
            assertEquals("sub-0", socket.getSubscriptions().get(0).getId());
            assertEquals("auto", socket.getSubscriptions().get(0).getAck());
            assertEquals(List.of(0L, 0L), List.of(socket.getQueuedBytes(), socket.getDroppedMessages()));
            assertEquals(8, socket.getDevice().length());

            world.getSockets().send(socket.getId(), "hello");
            assertEquals("hello", stomp.next());
            world.getSockets().send(socket.getId(), new byte[] {'b', 'y', 't', 'e', 's'});
            assertEquals("bytes", stomp.next());
            assertEquals(1, world.getRequests().list(Match.sent()).stream()
                .filter(entry -> "binary".equals(entry.getType())).count());

            world.getFaults().add(Fault.editMessage("hello").replace("goodbye").direction("outgoing")
                .match(new FaultMatch().socket(socket.getId())));
            world.getSockets().send(socket.getId(), "hello");
            assertEquals("goodbye", stomp.next());
        }
    }
}
