// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** The result of a wait for exchanges that are held. */
public final class HoldWait extends Value {
    public HoldWait(@NotNull Map<String, Object> json) { super(json); }
    /** {@return whether so many are held} */
    public boolean isSatisfied() { return flag("satisfied"); }
    public @NotNull List<HeldExchange> getHolds() { return values("holds", HeldExchange::new); }
}
