package mockapi.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import mockapi.testing.Fault;
import mockapi.testing.FaultMatch;
import mockapi.testing.Match;
import mockapi.testing.Times;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@MockApi(frozenAt = "2026-06-01T08:00:00Z")
class AgroBridgeTest {
    private AgroBridgeApp app;

    @BeforeEach
    void launch(World world) {
        app = new AgroBridgeApp(world.url("agrobridge"));
    }

    @Test
    void signsIn() {
        AgroBridgeApp.User user = app.signIn("usuario@example.com", "password123");

        assertEquals("user_123", user.id);
        assertEquals("Juan Pérez", user.nombre);
        assertEquals(200, app.http.get("/usuarios/me").status);
    }

    @Test
    void aWrongPasswordIsRefused() {
        Http.ClientResponse response =
            app.http.post("/auth/login", Map.of("email", "usuario@example.com", "password", "wrong"));

        assertEquals(401, response.status);
        Map<?, ?> error = (Map<?, ?>) response.json().get("error");
        assertEquals("AUTH_FAILED", error.get("code"));
        assertNotNull(error.get("message"));
    }

    @Test
    void aCreatedLoteIsReadBack() {
        app.signIn("usuario@example.com", "password123");

        AgroBridgeApp.Lote created = app.createLote("Lote Nuevo", "Zona Norte", "Café", 10);

        assertEquals("Lote Nuevo", app.lote(created.id).nombre);
        assertTrue(app.lotes().stream().anyMatch(lote -> lote.id.equals(created.id)));
    }

    @Test
    void aTokenExpires(World world) {
        app.signIn("usuario@example.com", "password123");
        world.getClock().advance(Duration.ofMinutes(59));
        assertEquals(200, app.http.get("/lotes").status);

        world.getClock().advance(Duration.ofMinutes(2));

        assertEquals(401, app.http.get("/lotes").status);
    }

    @Test
    void anExhaustedRateLimitIsOverAfterItsTime(World world) {
        app.signIn("usuario@example.com", "password123");
        world.getRateLimits().exhaust("agrobridge", "user_123", null);

        Http.ClientResponse refused = app.http.get("/lotes");
        assertEquals(429, refused.status);
        long wait = Long.parseLong(refused.headers.get("Retry-After"));
        world.getClock().advance(Duration.ofSeconds(wait));

        assertEquals(200, app.http.get("/lotes").status);
    }

    @Test
    void theAppTriesAgain(World world) {
        app.signIn("usuario@example.com", "password123");
        world.getFaults().add(Fault.status(503).match(FaultMatch.request("GET", "/v1/lotes")).times(1));

        assertEquals(164, app.lotesWithRetry().size());

        Match reads = Match.request("GET", "/v1/lotes");
        world.getRequests().verify(reads, Times.exactly(2));
        world.getRequests().verify(reads.status(503), Times.once());
    }
}
