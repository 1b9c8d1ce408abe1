// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;

import java.util.List;
import java.util.Map;
import mockapi.testing.values.Table;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The calls of {@code world.data}. */
abstract class DataCalls extends Part {
    DataCalls(ControlPlane plane) {
        super(plane);
    }

    /**
     * List the tables.
     *
     * @return what the server answers
     */
    public @NotNull List<Table> tables() {
        return call("listTables", "GET", "/_mock/data").list("tables", Table::new);
    }

    /**
     * Change rows.
     *
     * @param table {@code table} of the call
     * @param set Columns and their values
     * @return what the server answers
     */
    public int change(@NotNull String table, @NotNull Map<String, ?> set) {
        return change(table, set, null);
    }

    /**
     * Change rows.
     *
     * @param table {@code table} of the call
     * @param set Columns and their values
     * @param where Columns and their values; null for none
     * @return what the server answers
     */
    public int change(@NotNull String table, @NotNull Map<String, ?> set, @Nullable Map<String, ?> where) {
        return call("changeRows", "PATCH", "/_mock/data/{table}", table)
            .body(Json.object("where", where, "set", set))
            .number("changed");
    }

    /**
     * Delete rows.
     *
     * @param table {@code table} of the call
     * @return what the server answers
     */
    public int delete(@NotNull String table) {
        return delete(table, null);
    }

    /**
     * Delete rows.
     *
     * @param table {@code table} of the call
     * @param where Columns and their values; null for none
     * @return what the server answers
     */
    public int delete(@NotNull String table, @Nullable Map<String, ?> where) {
        return call("deleteRows", "DELETE", "/_mock/data/{table}", table)
            .body(Json.object("where", where))
            .number("deleted");
    }
}
