// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** One of the tables of {@code listTables}. */
public final class Table extends Value {
    public Table(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getName() { return text("name"); }
    /** {@return their number} */
    public int getRows() { return integer("rows"); }
    public @NotNull List<String> getColumns() { return texts("columns"); }
}
