package mockapi.testing;

import java.util.List;
import mockapi.testing.values.FaultRecord;
import mockapi.testing.values.FaultType;
import org.jetbrains.annotations.NotNull;

/** The faults of a world: what goes wrong, when a test wants it to. */
public final class Faults {
    private final ControlPlane plane;

    Faults(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the faults in the order in which they happen} */
    public @NotNull List<FaultRecord> list() {
        return plane.call("listFaults", "GET", "/_mock/faults").list("faults", FaultRecord::new);
    }

    /**
     * Adds a fault.
     *
     * @param fault what happens, and to what
     * @return the fault, with its id
     */
    public @NotNull FaultRecord add(@NotNull Fault fault) {
        return plane.call("addFault", "POST", "/_mock/faults").body(fault.wish()).value(FaultRecord::new);
    }

    /**
     * Looks at a fault.
     *
     * @param id its id
     * @return the fault, and how often it happened
     */
    public @NotNull FaultRecord get(@NotNull String id) {
        return plane.call("getFault", "GET", "/_mock/faults/{id}", id).value(FaultRecord::new);
    }

    /**
     * Removes a fault.
     *
     * @param id its id
     */
    public void remove(@NotNull String id) {
        plane.call("removeFault", "DELETE", "/_mock/faults/{id}", id).done();
    }

    /** Removes all faults. */
    public void removeAll() {
        plane.call("removeFaults", "DELETE", "/_mock/faults").done();
    }

    /** {@return the types of faults, and what each takes} */
    public @NotNull List<FaultType> listTypes() {
        return plane.call("listFaultTypes", "GET", "/_mock/fault-types").list("types", FaultType::new);
    }
}
