// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Rows of a table, and their total number. */
public final class Rows extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Rows(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code rows}} */
    public @NotNull List<Map<String, Object>> getRows() { return objects("rows"); }

    /** {@return {@code total}} */
    public long getTotal() { return number("total"); }
}
