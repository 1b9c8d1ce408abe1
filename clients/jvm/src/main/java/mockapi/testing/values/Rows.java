package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** Rows of a table. */
public final class Rows extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Rows(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the rows, each with its columns and values} */
    public @NotNull List<Map<String, Object>> getRows() {
        return objects("rows");
    }

    /** {@return how many there are in all} */
    public int getTotal() {
        return integer("total");
    }
}
