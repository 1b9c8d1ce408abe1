// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import mockapi.testing.values.FaultRecord;
import mockapi.testing.values.FaultType;
import org.jetbrains.annotations.NotNull;

/** The calls of {@code world.faults}. */
abstract class FaultsCalls extends Part {
    FaultsCalls(ControlPlane plane) { super(plane); }
    /** List the faults. */
    public @NotNull List<FaultRecord> list() {
        return call("listFaults", "GET", "/_mock/faults").list("faults", FaultRecord::new);
    }
    /** Remove all faults. */
    public void clear() { call("removeFaults", "DELETE", "/_mock/faults").done(); }
    /** Look at a fault. */
    public @NotNull FaultRecord get(@NotNull String id) {
        return call("getFault", "GET", "/_mock/faults/{id}", id).value(FaultRecord::new);
    }
    /** Remove a fault. */
    public void remove(@NotNull String id) {
        call("removeFault", "DELETE", "/_mock/faults/{id}", id).done();
    }
    /** List the types of faults. */
    public @NotNull List<FaultType> types() {
        return call("listFaultTypes", "GET", "/_mock/fault-types").list("types", FaultType::new);
    }
}
