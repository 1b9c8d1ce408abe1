// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** One of the tables of {@code listTables}. */
public final class Table extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Table(@NotNull Map<String, Object> json) { super(json); }

    /** {@return {@code name}} */
    public @NotNull String getName() { return text("name"); }

    /** {@return their number} */
    public int getRows() { return integer("rows"); }

    /** {@return {@code columns}} */
    public @NotNull List<String> getColumns() { return texts("columns"); }
}
