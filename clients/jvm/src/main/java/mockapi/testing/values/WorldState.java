package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A whole world as data. */
public final class WorldState extends Value {
    /**
     * Takes the values from JSON.
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public WorldState(@NotNull Map<String, Object> json) { super(json); }

    /** {@return the version of this form} */
    public int getVersion() { return integer("version"); }
    /** {@return the world that it was exported from} */
    public @NotNull String getWorld() { return text("world"); }
    /** {@return how the clock stood} */
    public @NotNull Clock getClock() { return value("clock", Clock::new); }
    /** {@return where its chance stood} */
    public @NotNull Map<String, Object> getChance() { return object("chance"); }
    /** {@return all rows, by table} */
    public @NotNull Map<String, List<Map<String, Object>>> getTables() { return tables("tables"); }
}
