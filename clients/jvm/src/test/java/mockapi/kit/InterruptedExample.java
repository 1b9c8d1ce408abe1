package mockapi.kit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import mockapi.testing.Match;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits longer than JUnit lets it; another test runs it and reads what was printed. */
class InterruptedExample {
    @Test
    @MockApi
    @Timeout(value = 200, unit = TimeUnit.MILLISECONDS)
    void waits(World world) {
        world.getRequests().await(new Match(), 1, Duration.ofMinutes(5));
    }
}
