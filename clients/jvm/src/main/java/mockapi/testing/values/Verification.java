// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** The result of a verification or a wait. */
public final class Verification extends Value {
    public Verification(@NotNull Map<String, Object> json) { super(json); }
    public boolean isSatisfied() { return flag("satisfied"); }
    public boolean isKnown() { return flag("known"); }
    /** {@return why the result is not known, and how to fix that} */
    public @Nullable String getMessage() { return textOrNull("message"); }
    public int getCount() { return integer("count"); }
    /** {@return how many were expected} */
    public @NotNull Expected getExpected() { return value("expected", Expected::new); }
    public @NotNull List<Nearest> getNearest() { return values("nearest", Nearest::new); }
    /** {@return the entries that match, the oldest first, if the request asks for them} */
    public @NotNull List<Entry> getEntries() { return values("entries", Entry::new); }
    /** {@code nearest} of {@code Verification}. */
    public static final class Nearest extends Value {
        public Nearest(@NotNull Map<String, Object> json) { super(json); }
        /** {@return the summary of an entry} */
        public @NotNull Summary getRequest() { return value("request", Summary::new); }
        public @NotNull List<String> getReasons() { return texts("reasons"); }
    }
}
