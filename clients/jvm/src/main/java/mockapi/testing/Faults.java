package mockapi.testing;

import java.util.Map;
import mockapi.testing.values.FaultRecord;
import org.jetbrains.annotations.NotNull;

/** The faults of a world: what goes wrong, when a test wants it to. */
public final class Faults extends FaultsCalls {
    Faults(ControlPlane plane) { super(plane); }

    /**
     * Adds a fault.
     * @param fault what happens, to what and how often
     * @return the fault as the world has it
     */
    public @NotNull FaultRecord add(@NotNull Fault fault) { return add(fault.members()); }

    /**
     * Adds a fault that is written as {@code POST /_mock/faults} takes it, such as one from a file.
     * @param options an object with the member {@code fault}
     * @return the fault as the world has it
     * @throws IllegalArgumentException if it is no such object
     */
    public @NotNull FaultRecord addJson(@NotNull String options) { return add(parsed(options)); }

    FaultRecord add(Object members) {
        FaultRecord added = call("addFault", "POST", "/_mock/faults").body(members).value(FaultRecord::new);
        plane.notes.faults.add(added.getId());
        return added;
    }

    static Object parsed(String options) {
        Object parsed = Json.parseObject(options);
        if (!(((Map<?, ?>) parsed).get("fault") instanceof Map)) {
            throw new IllegalArgumentException("a fault has the form {\"fault\": {\"type\": …}}, not " + options);
        }
        return parsed;
    }
}
