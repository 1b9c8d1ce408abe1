// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The number of matching entries; {@code known} is false where the journal cannot be sure of it. */
public final class Count extends Value {
    public Count(@NotNull Map<String, Object> json) { super(json); }
    public int getCount() { return integer("count"); }
    public boolean isKnown() { return flag("known"); }
    /** {@return why the result is not known, and how to fix that} */
    public @Nullable String getMessage() { return textOrNull("message"); }
}
