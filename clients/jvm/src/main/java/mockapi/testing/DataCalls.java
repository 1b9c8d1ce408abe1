// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import java.util.Map;
import mockapi.testing.values.Table;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.data}. */
abstract class DataCalls extends Part {
    DataCalls(ControlPlane plane) { super(plane); }
    /** List the tables. */
    public @NotNull List<Table> tables() { return call("listTables", "GET", "/_mock/data").list("tables", Table::new); }
    /** Change rows. */
    public int change(@NotNull String table, @NotNull Map<String, ?> set) { return change(table, set, null); }
    /**
     * Change rows.
     * @param set Columns and their values
     * @param where Columns and their values; null for none
     */
    public int change(@NotNull String table, @NotNull Map<String, ?> set, @Nullable Map<String, ?> where) {
        return call("changeRows", "PATCH", "/_mock/data/{table}", table)
            .body(Json.object("where", where, "set", set))
            .number("changed");
    }
    /** Delete rows. */
    public int delete(@NotNull String table) { return delete(table, null); }
    /**
     * Delete rows.
     * @param where Columns and their values; null for none
     */
    public int delete(@NotNull String table, @Nullable Map<String, ?> where) {
        return call("deleteRows", "DELETE", "/_mock/data/{table}", table)
            .body(Json.object("where", where))
            .number("deleted");
    }
}
