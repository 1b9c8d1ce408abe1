package mockapi.testing;

import java.util.Map;
import mockapi.testing.values.WorldState;
import org.jetbrains.annotations.NotNull;

/** A whole world as data, out and in. */
public final class State extends Part {
    State(ControlPlane plane) { super(plane); }

    /** {@return all rows, the clock, and where chance stands} */
    public @NotNull WorldState export() { return call("exportState", "GET", "/_mock/state").value(WorldState::new); }

    /**
     * Puts a world as it was exported in place of this one. The clock is taken over when it was frozen.
     * @param state what was exported
     */
    public void load(@NotNull WorldState state) {
        load(state.asMap());
    }

    /**
     * Puts rows in place of those that are there: each table that is named is emptied and filled.
     * @param state what was exported, or a part of it, with the member {@code tables}
     */
    public void load(@NotNull Map<String, ?> state) {
        call("importState", "PUT", "/_mock/state").body(state).done();
    }
}
