package mockapi.kit;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import mockapi.testing.LeakedSockets;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import org.junit.jupiter.api.Test;

/** Leaves sockets open; another test runs it and reads what was printed. */
class LeakingExample {
    /** Kept, since a client that is garbage closes its sockets. */
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @Test
    @MockApi(leakedSockets = LeakedSockets.ERROR)
    void fails(World world) {
        open(world);
    }

    @Test
    @MockApi
    void isWarnedOf(World world) {
        open(world);
    }

    @Test
    @MockApi(leakedSockets = LeakedSockets.IGNORE)
    void isIgnored(World world) {
        open(world);
    }

    private static void open(World world) {
        CLIENT.newWebSocketBuilder()
            .buildAsync(URI.create(world.getWebSocketUrl() + "/ws/greenhouse"), new WebSocket.Listener() { }).join();
    }
}
