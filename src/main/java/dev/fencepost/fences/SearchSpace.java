// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.IncludePath;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.fences.PlacedProgram.Scope;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.KnownResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a search is about: the sources with their sites, the choices, and the goals. */
final class SearchSpace {

  private final FencesTask task;
  private final Inputs inputs;
  private final KnownResults<KnownOutcome> earlier;
  private final List<Site> sites = new ArrayList<>();
  private final List<LeftAlone> leftAlone = new ArrayList<>();
  private final List<Goal> goals = new ArrayList<>();
  private final Map<String, InputText> texts = new LinkedHashMap<>();
  private Calls calls = Calls.NONE;
  private Choices choices = new Choices(List.of(), Ask.FENCES);

  SearchSpace(FencesTask task, Inputs inputs, KnownResults<KnownOutcome> earlier) {
    this.task = task;
    this.inputs = inputs;
    this.earlier = earlier;
  }

  List<Site> sites() {
    return sites;
  }

  List<Goal> goals() {
    return goals;
  }

  /** The texts of the sources, the main file first. */
  List<InputText> texts() {
    return List.copyOf(texts.values());
  }

  /** The fences that no choice replaces. */
  List<LeftAlone> leftAlone() {
    return leftAlone;
  }

  /** The copies of functions that sites distinguish. */
  Calls calls() {
    return calls;
  }

  /** Reads the sources with their places, and makes the choices. */
  Choices load() throws InvalidInputException {
    Map<Object, LoadedSource> loaded = new LinkedHashMap<>();
    String main = task.checks().getFirst().file();
    for (CheckTask check : task.checks()) {
      if (!loaded.containsKey(check.defines())) {
        LoadedSource source =
            Checker.budget(check, CheckListener.NONE, 0).run(() -> LoadedSource.withPlaces(check));
        loaded.put(check.defines(), source);
        source.inputs().forEach(input -> texts.putIfAbsent(input.name(), input));
      }
    }
    if (task.perCall()) {
      calls =
          new Calls(
              loaded.values().stream().map(each -> each.checkedProgram().program()).toList(),
              texts());
    }
    Scope scope =
        new Scope(
            task.ask(), span -> IncludePath.isUsers(span.file(), main), new Texts(texts()), calls);
    Map<Object, Goal.Source> sources = new LinkedHashMap<>();
    loaded.forEach(
        (defines, source) ->
            sources.put(
                defines,
                new Goal.Source(source, new PlacedProgram(source.checkedProgram(), scope))));
    List<PlacedProgram> programs = sources.values().stream().map(Goal.Source::placed).toList();
    leftAlone.addAll(
        programs.stream().flatMap(program -> program.leftAlone().stream()).distinct().toList());
    sites.addAll(SiteGroups.representatives(programs, main, task.costs().weights()));
    choices = new Choices(choices(), task.ask());
    for (CheckTask check : task.checks()) {
      LoadedModel model = inputs.model(check.model());
      Goal.Source source = Objects.requireNonNull(sources.get(check.defines()));
      goals.add(new Goal(check, source, model, new Goal.Search(choices, earlier)));
    }
    requireEffects();
    return choices;
  }

  /** Fails if nothing can change. */
  void requireChoices() throws InvalidInputException {
    if (!choices.all().isEmpty()) {
      return;
    }
    throw switch (task.ask()) {
      case WEAKEN ->
          new InvalidInputException(
              "there is no fence and no order to weaken",
              "left alone are fences that a macro makes together with other statements, accesses"
                  + " that a macro makes, what stands in the library's headers, fences of mutexes,"
                  + " those of kinds that a model declares, and what the source says"
                  + " fencepost_keep of");
      case ORDERS ->
          new InvalidInputException(
              "there is no atomic access whose order can be chosen",
              "left alone are accesses that a macro makes, those in the library's headers, and what"
                  + " the source says fencepost_keep of");
      case FENCES, STRONGER, BOTH ->
          new InvalidInputException(
              "there is no place where something could be added",
              "left alone are statements and accesses that a macro makes, the library's headers,"
                  + " and what the source says fencepost_keep of");
    };
  }

  /** Fails if a kind of fence orders nothing under any model. */
  private void requireEffects() throws InvalidInputException {
    for (Choice choice : choices.all()) {
      if (choice.kind() instanceof FenceKind kind
          && !kind.attributes().isEmpty()
          && goals.stream().noneMatch(goal -> goal.mayOrder(kind))) {
        throw new InvalidInputException(
            "a fence '" + kind.name() + "' orders nothing, wherever it stands",
            "the model's file declares it, and no law speaks of fence[" + kind.name() + "]");
      }
    }
  }

  private List<Choice> choices() throws InvalidInputException {
    List<ModelDefinition> models = new ArrayList<>();
    for (String name : task.checks().stream().map(CheckTask::model).distinct().toList()) {
      models.add(inputs.model(name).model().definition());
    }
    task.costs().requireNames(models);
    List<FenceKind> kinds = FenceKind.of(models, task.costs());
    if (kinds.isEmpty()) {
      throw new InvalidInputException(
          "no fence has a cost under "
              + String.join(", ", models.stream().map(ModelDefinition::name).toList()),
          "a model's file says what fences there are and what they cost: 'cost fence[acquire] 2',"
              + " or 'fence kind light cost 2' with a law");
    }
    List<Choice> found = new ArrayList<>();
    for (Site site : sites) {
      long weight = task.costs().weights().of(site.path());
      for (FenceKind kind : kinds) {
        if (site.allows(kind)) {
          found.add(new Choice(site, kind, weight * kind.cost(task.costs(), models)));
        }
      }
      if (site.present().order().isPresent()) {
        found.addAll(orders(site, site.present().order().get(), models));
      }
    }
    return found;
  }

  /** The orders of an access, without the weakest: each at what it costs more than that. */
  private List<Choice> orders(Site site, AccessOrder present, List<ModelDefinition> models) {
    Costs costs = task.costs();
    List<AccessOrder> orders = task.ask().orders(present);
    int least = orders.getFirst().cost(costs, models);
    return orders.stream()
        .skip(1)
        .filter(order -> models.stream().anyMatch(m -> costs.of(order.name(), m).isPresent()))
        .map(
            order ->
                new Choice(
                    site,
                    order,
                    costs.weights().of(site.path())
                        * Math.max(0L, order.cost(costs, models) - least)))
        .toList();
  }
}
