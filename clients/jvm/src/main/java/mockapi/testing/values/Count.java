package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** How often something was asked. */
public final class Count extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Count(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return how many entries there are} */
    public int getCount() {
        return integer("count");
    }

    /** {@return false where entries that the journal has forgotten may decide otherwise} */
    public boolean isKnown() {
        return flag("known");
    }

    /** {@return what is not known and why} */
    public @Nullable String getMessage() {
        return textOrNull("message");
    }
}
