package mockapi.testing;

import java.util.List;
import java.util.Map;
import mockapi.testing.values.Rows;
import mockapi.testing.values.Table;
import org.jetbrains.annotations.NotNull;

/** The rows of a world's tables, past the rules of the APIs. */
public final class Data {
    private final ControlPlane plane;

    Data(ControlPlane plane) {
        this.plane = plane;
    }

    /** {@return the tables} */
    public @NotNull List<Table> listTables() {
        return plane.call("listTables", "GET", "/_mock/data").list("tables", Table::new);
    }

    /**
     * Lists the first hundred rows of a table in the order of their key.
     *
     * @param table its name
     * @return the rows
     */
    public @NotNull Rows list(@NotNull String table) {
        return list(table, Map.of(), 100, 0);
    }

    /**
     * Lists the first hundred rows with certain values.
     *
     * @param table its name
     * @param where columns and the values that they must have
     * @return the rows
     */
    public @NotNull Rows list(@NotNull String table, @NotNull Map<String, ?> where) {
        return list(table, where, 100, 0);
    }

    /**
     * Lists rows.
     *
     * @param table its name
     * @param where columns and the values that they must have
     * @param limit how many at most, up to 10000
     * @param offset how many to leave out first
     * @return the rows
     */
    public @NotNull Rows list(@NotNull String table, @NotNull Map<String, ?> where, int limit, long offset) {
        Call call = plane.call("listRows", "GET", "/_mock/data/{table}", table);
        where.forEach(call::query);
        return call.query("_limit", limit).query("_offset", offset).value(Rows::new);
    }

    /**
     * Adds a row.
     *
     * @param table its name
     * @param row columns and their values; others get their defaults
     * @return how many rows there are more
     */
    public int add(@NotNull String table, @NotNull Map<String, ?> row) {
        return add(table, List.of(row));
    }

    /**
     * Adds rows: all of them or none.
     *
     * @param table its name
     * @param rows columns and their values
     * @return how many rows there are more
     */
    public int add(@NotNull String table, @NotNull List<? extends Map<String, ?>> rows) {
        return plane.call("addRows", "POST", "/_mock/data/{table}", table).body(rows).number("added");
    }

    /**
     * Changes rows.
     *
     * @param table its name
     * @param where columns and the values that they must have; empty for all rows
     * @param set columns and their new values
     * @return how many rows were changed
     */
    public int change(@NotNull String table, @NotNull Map<String, ?> where, @NotNull Map<String, ?> set) {
        return plane.call("changeRows", "PATCH", "/_mock/data/{table}", table)
            .body(Json.object("where", where, "set", set)).number("changed");
    }

    /**
     * Deletes rows.
     *
     * @param table its name
     * @param where columns and the values that they must have; empty for all rows
     * @return how many rows were deleted
     */
    public int delete(@NotNull String table, @NotNull Map<String, ?> where) {
        return plane.call("deleteRows", "DELETE", "/_mock/data/{table}", table).body(Json.object("where", where))
            .number("deleted");
    }
}
