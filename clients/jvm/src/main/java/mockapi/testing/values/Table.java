package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A table of a world's data. */
public final class Table extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Table(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the name} */
    public @NotNull String getName() {
        return text("name");
    }

    /** {@return how many rows there are} */
    public int getRows() {
        return integer("rows");
    }

    /** {@return the names of the columns} */
    public @NotNull List<String> getColumns() {
        return texts("columns");
    }
}
