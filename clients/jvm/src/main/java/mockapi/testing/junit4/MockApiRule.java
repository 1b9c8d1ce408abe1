package mockapi.testing.junit4;

import mockapi.testing.MockServer;
import mockapi.testing.TestWorld;
import mockapi.testing.World;
import mockapi.testing.WorldOptions;
import org.jetbrains.annotations.NotNull;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/**
 * Gives each test of JUnit 4 a world of its own, or as a {@code @ClassRule} all tests of the class one. A test that
 * fails gets the world's report as a suppressed exception of its failure.
 */
public final class MockApiRule implements TestRule {
    private final WorldOptions options;
    private final MockServer server;
    private volatile TestWorld world;

    /** Makes a rule for worlds without options. */
    public MockApiRule() { this(new WorldOptions()); }

    /**
     * Makes a rule.
     * @param options how the worlds are to be
     */
    public MockApiRule(@NotNull WorldOptions options) {
        this.options = options;
        this.server = null;
    }

    /**
     * Makes a rule for a server of one's choice, such as that of {@code MockServer.from(arguments)} on a device.
     * @param server the server
     * @param options how the worlds are to be
     */
    public MockApiRule(@NotNull MockServer server, @NotNull WorldOptions options) {
        this.options = options;
        this.server = server;
    }

    /** {@return the world of the test that runs} */
    public @NotNull World getWorld() {
        if (world == null) {
            throw new IllegalStateException("there is no world: only a test that runs under the rule has one; is the"
                + " field public, and annotated with @Rule (in Kotlin with @get:Rule)?");
        }
        return world.getWorld();
    }

    @Override
    public @NotNull Statement apply(@NotNull Statement base, @NotNull Description description) {
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                run(base, description);
            }
        };
    }

    private void run(Statement base, Description description) throws Throwable {
        Class<?> testClass = description.getTestClass();
        String name = (testClass == null ? "" : testClass.getSimpleName() + " > ") + description.getMethodName();
        world = server == null ? TestWorld.make(options, name) : TestWorld.make(server, options, name);
        Throwable failure = null;
        try {
            base.evaluate();
        } catch (Throwable thrown) {
            failure = thrown;
            world.report(thrown, description.getDisplayName());
            throw thrown;
        } finally {
            TestWorld ended = world;
            world = null;
            ended.close(failure);
        }
    }
}
