package mockapi.testing.junit5;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import mockapi.testing.LeakedSockets;
import mockapi.testing.TestWorld;
import mockapi.testing.WorldOptions;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The options of a test: those that its own annotation gives, the others from that of its class, then from those of
 * the classes around it. A list replaces a list.
 */
final class MergedOptions {
    /** The nearest first. */
    private final List<MockApi> annotations = new ArrayList<>();

    MergedOptions(Method test, Class<?> testClass) {
        add(test);
        addAll(testClass);
    }

    MergedOptions(Class<?> testClass) { addAll(testClass); }

    private void addAll(Class<?> testClass) {
        for (Class<?> at = testClass; at != null; at = at.getEnclosingClass()) { add(at); }
    }

    private void add(AnnotatedElement element) {
        AnnotationSupport.findAnnotation(element, MockApi.class).ifPresent(annotations::add);
    }

    boolean ofWorker() {
        return first(MockApi::scope, scope -> scope != MockApi.Scope.TEST, MockApi.Scope.TEST) == MockApi.Scope.WORKER;
    }

    WorldOptions options() {
        WorldOptions options = new WorldOptions().faults(texts(MockApi::faults))
            .leakedSockets(first(MockApi::leakedSockets, kind -> kind != LeakedSockets.WARN, LeakedSockets.WARN));
        // The nearest moment counts, whether the clock stands still there or goes on from there.
        String[] moments = first(asked -> new String[] {asked.frozenAt(), asked.now()},
            given -> !String.join("", given).isEmpty(), new String[] {"", ""});
        TestWorld.clock(options, moments[0], moments[1], first(MockApi::rate, rate -> rate != 1, 1.0));
        options.serverOptions(TestWorld.served(texts(MockApi::apis), texts(MockApi::overlay), texts(MockApi::data),
            text(MockApi::accounts), text(MockApi::config), texts(MockApi::arguments)));
        if (!text(MockApi::from).isEmpty()) {
            options.from(text(MockApi::from));
        }
        long seed = first(MockApi::randomSeed, given -> given >= 0, -1L);
        return seed < 0 ? options : options.randomSeed(seed);
    }

    private String[] texts(Function<MockApi, String[]> option) {
        return first(option, given -> given.length > 0, new String[0]);
    }

    private String text(Function<MockApi, String> option) { return first(option, given -> !given.isEmpty(), ""); }

    /** The nearest value that is not the default, with which an annotation leaves an option out. */
    private <T> T first(Function<MockApi, T> option, Predicate<T> isGiven, T otherwise) {
        return annotations.stream().map(option).filter(isGiven).findFirst().orElse(otherwise);
    }
}
