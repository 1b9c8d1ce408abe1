// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The result of a request that was sent again. {@code status} is null where the client would have got no response. */
public final class Replay extends Value {
    public Replay(@NotNull Map<String, Object> json) { super(json); }
    /** {@return the new entry} */
    public @Nullable Long getId() { return numberOrNull("id"); }
    /** {@return the status that the client would have got; null for none} */
    public @Nullable Integer getStatus() { return integerOrNull("status"); }
}
