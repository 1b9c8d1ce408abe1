// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A type of fault and its options. */
public final class FaultType extends Value {
    public FaultType(@NotNull Map<String, Object> json) { super(json); }
    public @NotNull String getType() { return text("type"); }
    /** {@return its effect} */
    public @NotNull String getAbout() { return text("about"); }
    /** {@return what it can apply to} */
    public @NotNull String getScope() { return text("scope"); }
    public @NotNull List<Field> getFields() { return values("fields", Field::new); }
    /** {@code fields} of {@code FaultType}. */
    public static final class Field extends Value {
        public Field(@NotNull Map<String, Object> json) { super(json); }
        public @NotNull String getName() { return text("name"); }
        public @NotNull String getAbout() { return text("about"); }
        public boolean isRequired() { return flag("required"); }
        /** {@return the kind of value that it accepts; {@code json} is any value} */
        public @NotNull String getKind() { return text("kind"); }
        /** {@return the values of a choice} */
        public @NotNull List<String> getChoices() { return texts("choices"); }
    }
}
