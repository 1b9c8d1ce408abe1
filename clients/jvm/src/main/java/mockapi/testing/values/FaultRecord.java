// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** A fault of a world, how many requests and messages it matched, and how many it applied to. */
public final class FaultRecord extends Value {
    public FaultRecord(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getId() { return text("id"); }
    /** {@return the ready-made set that it came with} */
    public @Nullable String getSet() { return textOrNull("set"); }
    public @Nullable Map<String, Object> getMatch() { return objectOrNull("match"); }
    public @NotNull Map<String, Object> getFault() { return object("fault"); }
    public @Nullable Long getAfter() { return numberOrNull("after"); }
    public @Nullable Long getTimes() { return numberOrNull("times"); }
    public @Nullable Double getProbability() { return decimalOrNull("probability"); }
    public @Nullable Long getAfterSeconds() { return numberOrNull("afterSeconds"); }
    public @Nullable Long getForSeconds() { return numberOrNull("forSeconds"); }
    /** {@return how many requests and messages it matched} */
    public long getMatches() { return number("matches"); }
    /** {@return how many of them it applied to} */
    public long getApplications() { return number("applications"); }
    /** {@return true when it will never apply again} */
    public boolean isExhausted() { return flag("exhausted"); }
}
