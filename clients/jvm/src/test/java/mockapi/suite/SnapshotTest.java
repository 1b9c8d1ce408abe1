package mockapi.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import mockapi.testing.MockServer;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import org.junit.jupiter.api.Test;

@MockApi
class SnapshotTest {
    @Test
    void aRestoredWorldHasForgottenTheChange(World world, MockServer server) {
        Http http = new Http(world.url("jsonplaceholder"));
        world.getSnapshots().take("before");
        assertEquals(201, http.post("/posts", Map.of("title", "News", "body", "Nothing new.", "userId", 1)).status);
        assertEquals(200, http.get("/posts/101").status);

        world.getSnapshots().restore("before");

        assertEquals(404, http.get("/posts/101").status);
        try (World other = server.getWorlds().make("a world that never saw it")) {
            assertEquals(404, new Http(other.url("jsonplaceholder")).get("/posts/101").status);
        }
    }
}
