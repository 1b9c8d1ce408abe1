// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** What became of a request that was sent again. {@code status} is null where the client would have got none. */
public final class Replay extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Replay(@NotNull Map<String, Object> json) { super(json); }

    /** {@return the new entry} */
    public @Nullable Long getId() { return numberOrNull("id"); }

    /** {@return what the client would have seen; null for none} */
    public @Nullable Integer getStatus() { return integerOrNull("status"); }
}
