package mockapi.kit;

import static org.junit.Assert.assertEquals;

import mockapi.testing.WorldOptions;
import mockapi.testing.junit4.MockApiRule;
import org.junit.Rule;
import org.junit.Test;

/** JUnit 4: one test passes, one fails on purpose; another test runs them and reads what was printed. */
public class FailingJUnit4Example {
    @Rule
    public final MockApiRule mock = new MockApiRule(new WorldOptions().frozenAt("2026-06-01T08:00:00Z"));

    @Test
    public void passes() throws Exception {
        FailingExample.use(mock.getWorld());
        assertEquals(3, mock.getWorld().info().getRequests());
    }

    @Test
    public void fails() throws Exception {
        FailingExample.use(mock.getWorld());
        assertEquals(4, mock.getWorld().info().getRequests());
    }
}
