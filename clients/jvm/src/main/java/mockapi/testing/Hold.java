package mockapi.testing;

import java.time.Duration;
import java.util.Map;
import mockapi.testing.values.FaultRecord;
import mockapi.testing.values.HoldWait;
import mockapi.testing.values.Verification;
import org.jetbrains.annotations.NotNull;

/** Holds exchanges until they are released. Closing it removes it, which releases them. */
public final class Hold implements AutoCloseable {
    /** The longest that the server waits in one call, in milliseconds. */
    private static final long LONGEST_WAIT = 60_000;

    private final World world;
    private final FaultRecord fault;

    Hold(World world, FaultRecord fault) {
        this.world = world;
        this.fault = fault;
    }

    /** {@return the fault that holds them} */
    public @NotNull FaultRecord getFault() { return fault; }

    /**
     * Waits up to ten seconds until an exchange is held.
     * @return the one that has been held the longest
     * @throws VerificationError if none is held in time
     */
    public @NotNull Held await() { return await(Duration.ofSeconds(10)); }

    /**
     * Waits until an exchange is held. The server answers at once when one is.
     * @param timeout how long to wait, by real time
     * @return the one that has been held the longest
     * @throws VerificationError if none is held in time
     */
    public @NotNull Held await(@NotNull Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            long left = Math.max(0, (end - System.nanoTime()) / 1_000_000);
            Duration asked = Duration.ofMillis(Math.min(left, LONGEST_WAIT));
            HoldWait found = world.getHolds().awaitExchange(fault.getId(), 1L, asked);
            if (found.isSatisfied()) { return new Held(world.getHolds(), found.getHolds().get(0)); }
            if (left <= LONGEST_WAIT) {
                long matches = world.getFaults().get(fault.getId()).getMatches();
                Map<String, Object> verdict = Map.of("satisfied", false, "known", true, "count", 0,
                    "expected", Map.of("atLeast", 1));
                throw new VerificationError("no exchange is held by the fault " + fault.getId() + " for "
                    + fault.getMatch() + " within " + timeout.toMillis() + " ms; " + matches
                    + " matched it since it was added", new Verification(verdict));
            }
        }
    }

    /** {@return how many exchanges it held, and are released now} */
    public int release() { return world.getHolds().releaseAll(fault.getId(), null); }

    /** Holds no more exchanges, and releases those that it holds. */
    public void remove() { world.getFaults().remove(fault.getId()); }

    /** Removes it. */
    @Override
    public void close() { remove(); }
}
