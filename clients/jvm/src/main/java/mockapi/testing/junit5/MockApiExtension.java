package mockapi.testing.junit5;

import java.util.Map;
import java.util.Optional;
import mockapi.testing.MockServer;
import mockapi.testing.TestWorld;
import mockapi.testing.World;
import org.jetbrains.annotations.NotNull;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Makes a world before each test and removes it afterwards. {@link MockApi} says how the world is to be; without it
 * there are no options. A test that fails gets the world's report as a suppressed exception of its failure.
 */
public final class MockApiExtension
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(MockApiExtension.class);

    /** Makes the extension, as JUnit does. */
    public MockApiExtension() {
    }

    @Override
    public void beforeAll(@NotNull ExtensionContext context) {
        Class<?> at = context.getRequiredTestClass();
        Optional<MockApi> asked = AnnotationSupport.findAnnotation(at, MockApi.class);
        if (asked.isPresent() && asked.get().scope() == MockApi.Scope.CLASS) {
            put(context, TestWorld.make(new MergedOptions(at).options(), context.getDisplayName()));
        }
    }

    @Override
    public void beforeEach(@NotNull ExtensionContext context) {
        if (find(context) != null) { return; }
        MergedOptions asked = new MergedOptions(context.getRequiredTestMethod(), context.getRequiredTestClass());
        String name = context.getParent().map(parent -> parent.getDisplayName() + " > ").orElse("") + name(context);
        put(context, asked.ofWorker() ? TestWorld.reset(MockServer.workerWorld(), asked.options())
            : TestWorld.make(asked.options(), name));
    }

    @Override
    public void afterEach(@NotNull ExtensionContext context) {
        TestWorld world = context.getStore(NAMESPACE).get(TestWorld.class, TestWorld.class);
        boolean ofTest = world != null && context.getStore(NAMESPACE).remove(world.getWorld()) != null;
        if (ofTest) {
            context.getStore(NAMESPACE).remove(TestWorld.class);
            end(context, world);
        } else if (world != null) {
            context.getExecutionException().ifPresent(failure -> report(context, world, failure));
        }
    }

    @Override
    public void afterAll(@NotNull ExtensionContext context) {
        TestWorld world = context.getStore(NAMESPACE).remove(TestWorld.class, TestWorld.class);
        if (world != null) {
            end(context, world);
        }
    }

    @Override
    public boolean supportsParameter(@NotNull ParameterContext parameter, @NotNull ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == World.class || type == MockServer.class;
    }

    @Override
    public @NotNull Object resolveParameter(@NotNull ParameterContext parameter, @NotNull ExtensionContext context) {
        if (parameter.getParameter().getType() == MockServer.class) {
            TestWorld made = find(context);
            return made == null ? MockServer.shared() : made.getWorld().getServer();
        }
        TestWorld world = find(context);
        if (world == null) {
            throw new ParameterResolutionException("there is no World yet: constructors and @BeforeAll have one only"
                + " with @MockApi(scope = MockApi.Scope.CLASS) at the class; others in tests or @BeforeEach");
        }
        return world.getWorld();
    }

    /** Without the types of parameters, which JUnit puts behind a method's name. */
    private static String name(ExtensionContext context) {
        String method = context.getRequiredTestMethod().getName();
        return context.getDisplayName().startsWith(method + "(") ? method : context.getDisplayName();
    }

    private static TestWorld find(ExtensionContext context) {
        return context.getStore(NAMESPACE).get(TestWorld.class, TestWorld.class);
    }

    /** The second key distinguishes the context that made the world from those below it, which see it too. */
    private static void put(ExtensionContext context, TestWorld world) {
        context.getStore(NAMESPACE).put(TestWorld.class, world);
        context.getStore(NAMESPACE).put(world.getWorld(), true);
    }

    private static void end(ExtensionContext context, TestWorld world) {
        Optional<Throwable> failure = context.getExecutionException();
        failure.ifPresent(thrown -> report(context, world, thrown));
        world.close(failure.orElse(null));
    }

    private static void report(ExtensionContext context, TestWorld world, Throwable failure) {
        Map<String, String> entries = world.report(failure, context.getUniqueId());
        context.publishReportEntry(entries);
    }
}
