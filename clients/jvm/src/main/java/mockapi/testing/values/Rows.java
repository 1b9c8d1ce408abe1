// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Rows of a table, and their total number. */
public final class Rows extends Value {
    public Rows(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull List<Map<String, Object>> getRows() { return objects("rows"); }
    public long getTotal() { return number("total"); }
}
