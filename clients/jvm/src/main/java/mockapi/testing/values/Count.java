// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** How many there are; {@code known} is false where the journal cannot say so for sure. */
public final class Count extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Count(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code count}} */
    public int getCount() { return integer("count"); }

    /** {@return {@code known}} */
    public boolean isKnown() { return flag("known"); }

    /** {@return what is not known and why, and what to do about it} */
    public @Nullable String getMessage() { return textOrNull("message"); }
}
