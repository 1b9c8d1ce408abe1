// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.FaultSet;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.faultSets}. */
public final class FaultSets extends Part {
    FaultSets(ControlPlane plane) { super(plane); }
    /** List the ready-made sets of faults. */
    public @NotNull List<FaultSet> list() {
        return call("listFaultSets", "GET", "/_mock/fault-sets").list("sets", FaultSet::new);
    }
    /** Add a ready-made set of faults. */
    public @NotNull FaultSet add(@NotNull String name) { return add(name, null); }
    /**
     * Add a ready-made set of faults.
     * @param match Conditions that must all match. A condition that can never match is refused, with a suggestion: an
     * unknown method, account or open socket, a path with {@code {id}}, a misspelled header name; null for none
     */
    public @NotNull FaultSet add(@NotNull String name, @Nullable FaultMatch match) {
        return call("addFaultSet", "PUT", "/_mock/fault-sets/{name}", name)
            .body(Json.object("match", match))
            .value(FaultSet::new);
    }
    /** Remove the faults of a set. */
    public void remove(@NotNull String name) {
        call("removeFaultSet", "DELETE", "/_mock/fault-sets/{name}", name).done();
    }
}
