package mockapi.testing;

import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The exchanges of a world that faults hold. */
public final class Holds extends HoldsCalls {
    Holds(ControlPlane plane) { super(plane); }

    /**
     * Releases an exchange as it is.
     * @param id the id of the hold
     */
    public void release(@NotNull String id) { release(id, null); }

    /**
     * Releases an exchange.
     * @param id the id of the hold
     * @param fault what happens to it, such as {@code Fault.reset()}; null for nothing
     * @throws CallRefusedException if it is not held any more
     */
    public void release(@NotNull String id, @Nullable Fault fault) { releaseWith(id, effect(fault)); }

    /** {@return how many exchanges were held, and are released as they are} */
    public int releaseAll() { return releaseAll(null, null); }

    /**
     * Releases all exchanges that are held.
     * @param heldBy only those that the fault of this id holds; null for all
     * @param fault what happens to each; null for nothing
     * @return how many there were
     */
    public int releaseAll(@Nullable String heldBy, @Nullable Fault fault) {
        return call("releaseHolds", "POST", "/_mock/holds/release")
            .body(Json.object("heldBy", heldBy, "fault", effect(fault))).number("released");
    }

    void releaseWith(String id, Object fault) {
        call("releaseHold", "POST", "/_mock/holds/{id}/release", id).body(Json.object("fault", fault)).done();
    }

    private static Object effect(Fault fault) { return fault == null ? null : fault.members().get("fault"); }
}
