package mockapi.kit;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import mockapi.testing.Fault;
import mockapi.testing.FaultMatch;
import mockapi.testing.Match;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Fails on purpose; another test runs it and reads what was printed. Its name is none that is looked for. */
class FailingExample {
    @Test
    @DisplayName("a test that fails")
    @MockApi(frozenAt = "2026-06-01T08:00:00Z")
    void fails(World world) throws Exception {
        use(world);
        fail("as it is meant to");
    }

    static void use(World world) throws Exception {
        world.getFaults().add(Fault.status(503).id("weak").match(FaultMatch.request("GET", "/v2/sources")));
        world.getFaults().add(Fault.status(503).id("idle").match(FaultMatch.request("GET", "/v1/lotes")));
        get(world.url("newsapi") + "/sources?apiKey=any");
        get(world.url("newsapi") + "/top-headlines?country=us");
        // The first request of an operation is compared with its document after it is answered.
        world.getRequests().await(new Match().hasDeviations(true));
        get(world.url("agrobridge") + "/lots");
    }

    private static void get(String url) throws Exception {
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
        connection.getResponseCode();
        InputStream content = connection.getErrorStream();
        if (content != null) {
            content.close();
        }
    }
}
