package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;

/** A type of faults. */
public final class FaultType extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public FaultType(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return the name} */
    public @NotNull String getType() {
        return text("type");
    }

    /** {@return what it does} */
    public @NotNull String getAbout() {
        return text("about");
    }

    /** {@return what it can happen to: {@code requests}, {@code sockets} or {@code both}} */
    public @NotNull String getScope() {
        return text("scope");
    }

    /** {@return what a fault of this type takes} */
    public @NotNull List<Field> getFields() {
        return values("fields", Field::new);
    }

    /** A member of a fault. */
    public static final class Field extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Field(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the name} */
        public @NotNull String getName() {
            return text("name");
        }

        /** {@return what it means} */
        public @NotNull String getAbout() {
            return text("about");
        }

        /** {@return whether a fault of this type must have it} */
        public boolean isRequired() {
            return flag("required");
        }
    }
}
