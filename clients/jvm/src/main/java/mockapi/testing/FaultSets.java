package mockapi.testing;

import java.util.List;
import mockapi.testing.values.FaultSet;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Ready-made sets of faults: {@code flaky-3g}, {@code tunnel}, {@code backend-deploy}, {@code hostile}. */
public final class FaultSets {
    private final ControlPlane plane;

    FaultSets(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the sets, and whether the world has them} */
    public @NotNull List<FaultSet> list() {
        return plane.call("listFaultSets", "GET", "/_mock/fault-sets").list("sets", FaultSet::new);
    }

    /**
     * Adds a set. One that the world has already begins anew.
     *
     * @param name the set's name
     * @return the set, and its faults
     */
    public @NotNull FaultSet add(@NotNull String name) {
        return add(name, null);
    }

    /**
     * Adds a set for some requests only.
     *
     * @param name the set's name
     * @param match what its faults happen to; null for everything
     * @return the set, and its faults
     */
    public @NotNull FaultSet add(@NotNull String name, @Nullable FaultMatch match) {
        return plane.call("addFaultSet", "PUT", "/_mock/fault-sets/{name}", name)
            .body(Json.object("match", match == null ? null : match.wish())).value(FaultSet::new);
    }

    /**
     * Removes the faults of a set.
     *
     * @param name the set's name
     */
    public void remove(@NotNull String name) {
        plane.call("removeFaultSet", "DELETE", "/_mock/fault-sets/{name}", name).done();
    }
}
