package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A fault of a world, and how often it happened. */
public final class FaultRecord extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public FaultRecord(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the id} */
    public @NotNull String getId() {
        return text("id");
    }

    /** {@return the ready-made set that it came with} */
    public @Nullable String getSet() {
        return textOrNull("set");
    }

    /** {@return what it happens to; null for everything} */
    public @Nullable Map<String, Object> getMatch() {
        return objectOrNull("match");
    }

    /** {@return what happens, with the member {@code type}} */
    public @NotNull Map<String, Object> getFault() {
        return object("fault");
    }

    /** {@return how many matches pass before the first that it happens to} */
    public @Nullable Long getAfter() {
        return numberOrNull("after");
    }

    /** {@return how often it happens at most} */
    public @Nullable Long getTimes() {
        return numberOrNull("times");
    }

    /** {@return the share of matches that it happens to} */
    public @Nullable Double getProbability() {
        return decimalOrNull("probability");
    }

    /** {@return seconds of the world's time until it begins} */
    public @Nullable Long getAfterSeconds() {
        return numberOrNull("afterSeconds");
    }

    /** {@return seconds of the world's time that it lasts} */
    public @Nullable Long getForSeconds() {
        return numberOrNull("forSeconds");
    }

    /** {@return how many requests and messages it matched} */
    public long getMatches() {
        return number("matches");
    }

    /** {@return how many of them it happened to} */
    public long getApplications() {
        return number("applications");
    }

    /** {@return whether it will never happen again} */
    public boolean isSpent() {
        return flag("spent");
    }
}
