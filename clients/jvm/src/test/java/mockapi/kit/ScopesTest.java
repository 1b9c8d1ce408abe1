package mockapi.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mockapi.testing.MockServer;
import mockapi.testing.World;
import mockapi.testing.junit5.MockApi;
import mockapi.testing.junit5.MockApiExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Who gets which world from the extension. */
class ScopesTest {
    @Nested
    @MockApi(now = "2026-01-01T00:00:00Z", rate = 60, faults = {"tunnel", "{\"fault\":{\"type\":\"reset\"}}"},
        randomSeed = 7)
    class OfTheClass {
        @Test
        void theClassSaysHowItIs(World world) {
            assertEquals(60, world.getClock().get().getRate());
            assertEquals("2026-01-01", world.getClock().get().getNow().toString().substring(0, 10));
            assertEquals(2, world.getFaults().list().size());
            assertEquals("tunnel", world.getFaults().list().get(0).getSet());
        }

        @Test
        @MockApi(frozenAt = "2026-06-01T08:00:00Z", faults = "{\"fault\":{\"type\":\"empty\"}}")
        void theTestReplacesSomeOptions(World world) {
            assertTrue(world.getClock().get().isFrozen());
            assertEquals("2026-06-01", world.getClock().get().getNow().toString().substring(0, 10));
            assertEquals(1, world.getFaults().list().size());
            assertEquals("empty", world.getFaults().list().get(0).getFault().get("type"));
        }

        @Test
        @MockApi(rate = 10)
        void theTestKeepsTheOthers(World world) {
            assertEquals(10, world.getClock().get().getRate());
            assertEquals("2026-01-01", world.getClock().get().getNow().toString().substring(0, 10));
            assertEquals(2, world.getFaults().list().size());
        }
    }

    /** A document at the class, and a clock at the test. */
    @Nested
    @MockApi(apis = "shop=Seeds/examples/shop/openapi.yaml", now = "2026-01-01T00:00:00Z")
    class OfACustomApi {
        @Test
        @MockApi(frozenAt = "2026-06-01T08:00:00Z")
        void theTestKeepsTheApi(World world) {
            assertTrue(world.url("shop").startsWith(world.getBaseUrl()));
            assertTrue(world.getClock().get().isFrozen());
        }
    }

    @Nested
    @ExtendWith(MockApiExtension.class)
    class WithoutOptions {
        private World before;

        @BeforeEach
        void prepare(World world) {
            before = world;
        }

        @Test
        void preparationAndTestHaveTheSame(World world, MockServer server) {
            assertSame(before, world);
            assertSame(MockServer.shared(), server);
            assertEquals("WithoutOptions > preparationAndTestHaveTheSame", world.info().getName());
            assertTrue(world.getId().matches("without-options-preparation-and-test-hav-[0-9a-f]{6}"), world.getId());
        }
    }

    @MockApi(scope = MockApi.Scope.CLASS)
    static class OneForAll {
        private static World shared;

        @BeforeAll
        static void prepare(World world) {
            shared = world;
        }

        OneForAll(World world) {
            assertSame(shared, world);
        }

        @Test
        void first(World world) {
            assertSame(shared, world);
        }

        @Test
        @MockApi
        void second(World world) {
            assertSame(shared, world);
            assertNotEquals("default", world.getId());
        }
    }

    /** It is run here, since JUnit looks for static classes by their names. */
    @Test
    void aClassMayShareOne() {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(OneForAll.class)).build(), summary);
        assertEquals(2, summary.getSummary().getTestsSucceededCount(), summary.getSummary().getFailures()::toString);
    }
}
