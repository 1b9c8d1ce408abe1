// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.time.Duration;
import java.util.List;
import mockapi.testing.values.HeldExchange;
import mockapi.testing.values.HoldWait;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.holds}. */
abstract class HoldsCalls extends Part {
    HoldsCalls(ControlPlane plane) { super(plane); }
    /** List the exchanges that are held. */
    public @NotNull List<HeldExchange> list() {
        return call("listHolds", "GET", "/_mock/holds").list("holds", HeldExchange::new);
    }
    /** Wait until exchanges are held. */
    public @NotNull HoldWait awaitExchange() { return awaitExchange(null, null, null); }
    /**
     * Wait until exchanges are held.
     * @param heldBy Only those that the fault of this id holds; null for none
     */
    public @NotNull HoldWait awaitExchange(
        @Nullable String heldBy, @Nullable Long atLeast, @Nullable Duration timeout) {
        return call("waitForHolds", "POST", "/_mock/holds/wait")
            .body(Json.object(
                "heldBy", heldBy,
                "atLeast", atLeast,
                "timeoutMilliseconds", Durations.milliseconds(timeout)))
            .longer(Duration.ofSeconds(60))
            .value(HoldWait::new);
    }
    /** Look at an exchange that is held. */
    public @NotNull HeldExchange get(@NotNull String id) {
        return call("getHold", "GET", "/_mock/holds/{id}", id).value(HeldExchange::new);
    }
}
