package mockapi.testing.values;

import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;

/** Whether something was asked as often as expected. */
public final class Verification extends Value {
    /**
     * Takes the values from JSON.
     *
     * @param json the members, as {@link mockapi.testing.Json} parses them
     */
    public Verification(@NotNull Map<String, Object> json) {
        super(json);
    }

    /** {@return whether it was} */
    public boolean isSatisfied() {
        return flag("satisfied");
    }

    /** {@return false where entries that the journal has forgotten may decide otherwise} */
    public boolean isKnown() {
        return flag("known");
    }

    /** {@return what is not known and why} */
    public @Nullable String getMessage() {
        return textOrNull("message");
    }

    /** {@return how many entries there are} */
    public int getCount() {
        return integer("count");
    }

    /** {@return how many were expected} */
    public @NotNull Expected getExpected() {
        return value("expected", Expected::new);
    }

    /** {@return the entries that come nearest, and why they are not meant} */
    public @NotNull List<NearMiss> getNearest() {
        return values("nearest", NearMiss::new);
    }

    /** How many entries were expected. */
    public static final class Expected extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public Expected(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return exactly so many} */
        public @Nullable Long getExactly() {
            return numberOrNull("exactly");
        }

        /** {@return so many or more} */
        public @Nullable Long getAtLeast() {
            return numberOrNull("atLeast");
        }

        /** {@return so many or fewer} */
        public @Nullable Long getAtMost() {
            return numberOrNull("atMost");
        }
    }

    /** An entry that was nearly meant. */
    public static final class NearMiss extends Value {
        /**
         * Takes the values from JSON.
         *
         * @param json the members, as {@link mockapi.testing.Json} parses them
         */
        public NearMiss(@NotNull Map<String, Object> json) {
            super(json);
        }

        /** {@return the entry, without its content} */
        public @NotNull Entry getRequest() {
            return value("request", Entry::new);
        }

        /** {@return why it is not meant} */
        public @NotNull List<String> getReasons() {
            return texts("reasons");
        }
    }
}
