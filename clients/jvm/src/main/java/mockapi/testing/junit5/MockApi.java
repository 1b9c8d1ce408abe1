package mockapi.testing.junit5;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import mockapi.testing.LeakedSockets;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test a {@link mockapi.testing.World} of its own, which tests and their {@code @BeforeEach} methods take
 * as a parameter. At a class it counts for all of its tests; options of a test's own annotation replace those of its
 * class one by one, and an option with its default value is one that is left out.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MockApiExtension.class)
public @interface MockApi {
    /**
     * {@return the documents of custom APIs, as {@code shop=openapi.yaml}} Tests with equal {@code apis}, {@code
     * overlay}, {@code data}, {@code accounts}, {@code config} and {@code arguments} share a server.
     */
    String[] apis() default {};

    /** {@return OpenAPI Overlays that correct the documents, as {@code shop=overlay.yaml}} */
    String[] overlay() default {};

    /** {@return the folders with records to begin with, as {@code shop=folder}} */
    String[] data() default {};

    /** {@return whether custom APIs take tokens that they have not issued: {@code lenient} or {@code strict}} */
    String accounts() default "";

    /** {@return a configuration file; without it the app's {@code mock-api.yaml} is ignored} */
    String config() default "";

    /** {@return more options of {@code mock-api serve}} */
    String[] arguments() default {};

    /** {@return the time of a clock that stands still, such as {@code 2026-06-01T08:00:00Z}; empty for none} */
    String frozenAt() default "";

    /** {@return the time at which a clock begins that runs on; empty for the machine's time} */
    String now() default "";

    /** {@return seconds of the world for each real one} */
    double rate() default 1;

    /** {@return names of ready-made sets of faults, or faults as JSON as {@code POST /_mock/faults} takes them} */
    String[] faults() default {};

    /** {@return what the world begins with: {@code seed}, {@code snapshot:NAME} or {@code world:ID}} */
    String from() default "";

    /** {@return what determines everything that looks like chance; negative for the server's own} */
    long randomSeed() default -1;

    /** {@return what happens when the test leaves WebSockets open} */
    LeakedSockets leakedSockets() default LeakedSockets.WARN;

    /** {@return who shares a world} */
    Scope scope() default Scope.TEST;

    /** Who shares a world. */
    enum Scope {
        /** Nobody: each test has its own. */
        TEST,
        /** The tests of a class, and its {@code @BeforeAll} methods and constructors. It counts at classes only. */
        CLASS,
        /** The tests of a worker of {@code mock-api exec --workers}, one after the other, each after a reset. */
        WORKER
    }
}
