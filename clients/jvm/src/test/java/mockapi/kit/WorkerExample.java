package mockapi.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import org.junit.jupiter.api.RepeatedTest;

/** Tests of a worker, in its world; another test runs them below {@code mock-api exec}. */
@MockApi(scope = MockApi.Scope.WORKER, frozenAt = "2026-06-01T08:00:00Z", faults = "tunnel")
class WorkerExample {
    @RepeatedTest(3)
    void eachBeginsAnew(World world) {
        assertEquals("worker-2", world.getId());
        assertEquals(1, world.getFaults().list().size());
        assertEquals("2026-06-01T08:00:00Z", world.getClock().get().getNow().toString());
        assertEquals("activo", world.getData().list("agrobridge_lote", Map.of("id", "lote_1")).getRows().get(0)
            .get("estado"));

        assertEquals(1, world.getData().change("agrobridge_lote", Map.of("estado", "x"), Map.of("id", "lote_1")));
    }
}
