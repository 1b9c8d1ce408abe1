package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

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
}
