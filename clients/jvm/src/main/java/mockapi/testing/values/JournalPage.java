// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/**
 * Entries of a journal. {@code total} match the conditions, {@code dropped} were removed, {@code framesLeftOut} came
 * too fast to be kept.
 */
public final class JournalPage extends Value {
    public JournalPage(@NotNull Map<String, Object> json) { super(json); }
    /** {@return the world whose journal it is} */
    public @NotNull World getWorld() { return value("world", World::new); }
    public @NotNull List<Entry> getRequests() { return values("requests", Entry::new); }
    public @NotNull List<Entry> getPending() { return values("pending", Entry::new); }
    public long getTotal() { return number("total"); }
    /** {@return how many entries were removed for newer ones} */
    public long getDropped() { return number("dropped"); }
    /** {@return how many frames came too fast to be kept} */
    public long getFramesLeftOut() { return number("framesLeftOut"); }
    /** The world whose journal it is. */
    public static final class World extends Value {
        public World(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getId() { return text("id"); }
        /** {@return its display name, if it has one} */
        public @Nullable String getName() { return textOrNull("name"); }
    }
}
