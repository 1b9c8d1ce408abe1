package mockapi.testing;

import java.util.List;
import java.util.Map;
import mockapi.testing.values.Rows;
import org.jetbrains.annotations.NotNull;

/** The rows of a world's tables, past the rules of the APIs. */
public final class Data extends DataCalls {
    Data(ControlPlane plane) { super(plane); }

    /**
     * Lists the first hundred rows of a table in the order of their key.
     * @param table its name
     */
    public @NotNull Rows list(@NotNull String table) { return list(table, Map.of()); }

    /**
     * Lists the first hundred rows with certain values.
     * @param table its name
     * @param filter columns and the values that they must have
     */
    public @NotNull Rows list(@NotNull String table, @NotNull Map<String, ?> filter) {
        return list(table, filter, 100, 0);
    }

    /**
     * Lists rows.
     * @param table its name
     * @param filter columns and the values that they must have
     * @param limit how many at most, up to 10000
     * @param offset how many to leave out first
     */
    public @NotNull Rows list(@NotNull String table, @NotNull Map<String, ?> filter, int limit, long offset) {
        Call call = call("listRows", "GET", "/_mock/data/{table}", table);
        filter.forEach(call::query);
        return call.query("_limit", limit).query("_offset", offset).value(Rows::new);
    }

    /**
     * Adds a row.
     * @param table its name
     * @param row columns and their values; others get their defaults
     * @return how many rows there are more
     */
    public int add(@NotNull String table, @NotNull Map<String, ?> row) { return add(table, List.of(row)); }

    /**
     * Adds rows: all of them or none.
     * @param table its name
     * @param rows columns and their values
     * @return how many rows there are more
     */
    public int add(@NotNull String table, @NotNull List<? extends Map<String, ?>> rows) {
        return call("addRows", "POST", "/_mock/data/{table}", table).body(rows).number("added");
    }
}
