package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Entries of a world's journal. */
public final class JournalPage extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public JournalPage(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the world whose journal it is} */
    public @NotNull WorldName getWorld() {
        return value("world", WorldName::new);
    }

    /** {@return the entries that were asked for} */
    public @NotNull List<Entry> getRequests() {
        return values("requests", Entry::new);
    }

    /** {@return exchanges whose answer is on its way} */
    public @NotNull List<Entry> getUnderWay() {
        return values("underWay", Entry::new);
    }

    /** {@return how many entries there are in all} */
    public long getTotal() {
        return number("total");
    }

    /** {@return how many entries had to make room for newer ones} */
    public long getDropped() {
        return number("dropped");
    }

    /** {@return how many frames came too fast to be kept} */
    public long getFramesLeftOut() {
        return number("framesLeftOut");
    }

    /** Which world it is. */
    public static final class WorldName extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public WorldName(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the id} */
        public @NotNull String getId() {
            return text("id");
        }

        /** {@return the name for people} */
        public @Nullable String getName() {
            return textOrNull("name");
        }
    }
}
