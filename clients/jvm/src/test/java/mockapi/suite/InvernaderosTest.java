package mockapi.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mockapi.testing.LeakedSockets;
import mockapi.testing.Match;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import mockapi.testing.values.Entry;
import mockapi.testing.values.Socket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@MockApi(frozenAt = "2026-06-01T08:00:00Z", leakedSockets = LeakedSockets.ERROR)
class InvernaderosTest {
    private static final String READINGS = "/topic/greenhouse/messages";

    private Http http;
    private String token;

    @BeforeEach
    void signIn(World world) {
        http = new Http(world.url("invernaderos"));
        token = (String) http.post("/auth/login", Map.of("username", "admin", "password", "password123")).json()
            .get("token");
        http.useToken(token);
    }

    @Test
    void showsTheGreenhousesOfTheTenant() {
        Map<String, Object> reading = http.get("/greenhouse/messages/recent?limit=1&tenantId=DEFAULT").list().get(0);

        assertEquals("DEFAULT", reading.get("tenantId"));
        for (String greenhouse : List.of("01", "02", "03")) {
            assertTrue(reading.containsKey("TEMPERATURA INVERNADERO " + greenhouse), reading.toString());
        }
    }

    @Test
    void showsTheSensorThatTheTestSet(World world) {
        world.getSensors().set("001", "temperature", 31.5);
        world.getClock().advance(Duration.ofSeconds(5));

        Map<?, ?> sensors = (Map<?, ?>) http.get("/sensors/current?greenhouseId=1").json().get("sensors");

        assertEquals(31.5, ((Map<?, ?>) sensors.get("TEMPERATURA INVERNADERO 01")).get("value"));
    }

    @Test
    void aReadingIsPushed(World world) throws InterruptedException {
        try (StompApp stomp = new StompApp(world.getWebSocketUrl())) {
            stomp.connect(token);
            stomp.subscribe(READINGS);
            world.getRequests().await(Match.received().bodyContains("SUBSCRIBE"));

            world.getSensors().pushReading(Map.of("TEMPERATURA INVERNADERO 02", 27.25));

            world.getRequests().await(Match.sent().path("/ws/greenhouse").bodyContains("MESSAGE"));
            String frame = stomp.next();
            assertTrue(frame.startsWith("MESSAGE\ndestination:" + READINGS), frame);
            assertTrue(frame.contains("\"TEMPERATURA INVERNADERO 02\":27.25"), frame);
        }
    }

    @Test
    void aBadFrameIsAnsweredByAnError(World world) throws InterruptedException {
        try (StompApp stomp = new StompApp(world.getWebSocketUrl())) {
            stomp.connect(token);

            stomp.send("SUBSCRIBE\nid:sub-0\n\n\0");

            world.getRequests().await(Match.sent().bodyContains("ERROR"));
            assertTrue(stomp.next().startsWith("ERROR"));
            List<Entry> errors = world.getRequests().list(Match.sent().bodyContains("ERROR"));
            assertTrue(errors.get(0).getSummary().startsWith("ERROR"), errors.toString());
        }
    }

    @Test
    void aSocketIsClosedWithACode(World world) throws Exception {
        try (StompApp stomp = new StompApp(world.getWebSocketUrl())) {
            stomp.connect(token);
            List<Socket> sockets = world.getSockets().list();
            assertEquals(1, sockets.size());
            assertTrue(sockets.get(0).getPath().endsWith("/ws/greenhouse"));

            world.getSockets().kick(sockets.get(0).getId(), 4000, "maintenance", null);

            assertEquals(4000, stomp.closeCode.get(20, TimeUnit.SECONDS));
        }
    }
}
